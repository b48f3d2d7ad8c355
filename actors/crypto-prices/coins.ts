/**
 * The largest coins and what people call them, so that the usual question needs no look-up at the provider.
 * Ids are CoinGecko's. A ticker belongs to its largest coin; what is not listed here is not unknown, only looked up.
 */

/** `ticker=id`, roughly by size. */
const TICKERS = `
  btc=bitcoin eth=ethereum usdt=tether xrp=ripple bnb=binancecoin usdc=usd-coin sol=solana trx=tron doge=dogecoin
  ada=cardano steth=staked-ether wsteth=wrapped-steth wbtc=wrapped-bitcoin wbeth=wrapped-beacon-eth link=chainlink
  usde=ethena-usde weeth=wrapped-eeth xlm=stellar hype=hyperliquid bch=bitcoin-cash usds=usds sui=sui weth=weth
  avax=avalanche-2 leo=leo-token cbbtc=coinbase-wrapped-btc ltc=litecoin hbar=hedera-hashgraph usdt0=usdt0 wbt=whitebit
  shib=shiba-inu xmr=monero ton=the-open-network mnt=mantle susde=ethena-staked-usde cro=crypto-com-chain dai=dai
  dot=polkadot zec=zcash tao=bittensor uni=uniswap m=memecore wlfi=world-liberty-financial susds=susds aave=aave okb=okb
  bgb=bitget-token ena=ethena pepe=pepe buidl=blackrock-usd-institutional-digital-liquidity-fund pyusd=paypal-usd
  near=near usd1=usd1-wlfi jitosol=jito-staked-sol etc=ethereum-classic apt=aptos ondo=ondo-finance usdf=falcon-finance
  xaut=tether-gold jlp=jupiter-perpetuals-liquidity-provider-token pol=polygon-ecosystem-token aster=aster-2
  wld=worldcoin-wld htx=htx-dao gt=gatechain-token usdtb=usdtb hash=hash-2 kcs=kucoin-shares reth=rocket-pool-eth
  ip=story-2 arb=arbitrum pi=pi-network bnsol=binance-staked-sol icp=internet-computer algo=algorand
  rseth=kelp-dao-restaked-eth atom=cosmos vet=vechain oseth=stakewise-v3-oseth wbnb=wbnb sky=sky
  lseth=liquid-staked-ethereum khype=kinetic-staked-hype kas=kaspa paxg=pax-gold bfusd=bfusd pump=pump-fun
  flr=flare-networks pengu=pudgy-penguins syrupusdc=syrupusdc lbtc=lombard-staked-btc render=render-token
  ezeth=renzo-restaked-eth qnt=quant-network sei=sei-network trump=official-trump bonk=bonk figr_heloc=figure-heloc
  coai=chainopera-ai fil=filecoin fet=fetch-ai op=optimism inj=injective-protocol jup=jupiter-exchange-solana
  tia=celestia stx=blockstack imx=immutable-x crv=curve-dao-token grt=the-graph ldo=lido-dao floki=floki xtz=tezos
  iota=iota theta=theta-token ens=ethereum-name-service wif=dogwifcoin sand=the-sandbox mana=decentraland gala=gala
  axs=axie-infinity flow=flow cake=pancakeswap-token ray=raydium virtual=virtual-protocol s=sonic-3 ftm=fantom
  bsv=bitcoin-cash-sv neo=neo nexo=nexo dexe=dexe btt=bittorrent xdc=xdce-crowd-sale jasmy=jasmycoin pyth=pyth-network
  rune=thorchain hnt=helium ar=arweave egld=elrond-erd-2 strk=starknet zk=zksync pendle=pendle
  comp=compound-governance-token cfx=conflux-token kaia=kaia eigen=eigenlayer ape=apecoin mina=mina-protocol chz=chiliz
  beam=beam-2 brett=based-brett ftt=ftx-token a=vaulta eos=eos snx=havven axl=axelar dydx=dydx-chain morpho=morpho
  mog=mog-coin popcat=popcat spx=spx6900 fartcoin=fartcoin kaito=kaito w=wormhole zro=layerzero super=superfarm
  gno=gnosis rose=oasis-network xec=ecash lpt=livepeer mkr=maker tusd=true-usd fdusd=first-digital-usd usdd=usdd
  usdp=paxos-standard gusd=gemini-dollar frax=frax usd0=usual-usd rlusd=ripple-usd eurc=euro-coin msol=msol
  meth=mantle-staked-ether cbeth=coinbase-wrapped-staked-eth solvbtc=solv-btc tbtc=tbtc ckb=nervos-network celo=celo
  xno=nano zil=zilliqa ksm=kusama dash=dash dcr=decred bat=basic-attention-token zrx=0x 1inch=1inch sushi=sushi
  yfi=yearn-finance cvx=convex-finance rpl=rocket-pool glm=golem ankr=ankr iotx=iotex kava=kava xem=nem qtum=qtum
  rvn=ravencoin one=harmony waves=waves hot=holotoken enj=enjincoin lrc=loopring amp=amp-token tel=telcoin
  twt=trust-wallet-token gmx=gmx blur=blur astr=astar akt=akash-network osmo=osmosis ron=ronin manta=manta-network
  ordi=ordinals sats=sats-ordinals core=coredaoorg turbo=turbo deep=deep grass=grass io=io zen=zencash sc=siacoin
  storj=storj band=band-protocol ont=ontology icx=icon luna=terra-luna-2 lunc=terra-luna ustc=terrausd tfuel=theta-fuel
  vtho=vethor-token wemix=wemix-token safe=safe sun=sun-token jst=just bdx=beldex toshi=toshi cow=cow-protocol
  jto=jito-governance-token mew=cat-in-a-dogs-world pnut=peanut-the-squirrel move=movement bera=berachain-bera
  mon=monad xpl=plasma`;

/** `id=name, name`: names that are not the id spelled out, and tickers of coins that were renamed. */
const NAMES = `
  avalanche-2=avalanche
  aster-2=aster
  basic-attention-token=basic attention
  beam-2=beam
  berachain-bera=berachain
  binancecoin=binance
  bitcoin-cash-sv=bitcoin sv
  blockstack=stacks
  compound-governance-token=compound
  conflux-token=conflux
  coredaoorg=core dao
  cosmos=cosmos hub
  crypto-com-chain=cronos, crypto.com, crypto.com coin
  curve-dao-token=curve, curve dao
  dogwifcoin=dogwifhat
  dydx-chain=dydx
  elrond-erd-2=multiversx, elrond
  enjincoin=enjin, enjin coin
  ethereum=ether
  fetch-ai=artificial superintelligence alliance, asi
  flare-networks=flare
  gatechain-token=gate, gatetoken
  havven=synthetix
  hedera-hashgraph=hedera
  holotoken=holo
  immutable-x=immutable
  injective-protocol=injective
  jito-governance-token=jito
  jupiter-exchange-solana=jupiter
  kaia=klay, klaytn
  kucoin-shares=kucoin, kucoin token
  lido-dao=lido
  mina-protocol=mina
  near=near protocol
  nervos-network=nervos
  oasis-network=oasis
  ondo-finance=ondo
  pancakeswap-token=pancakeswap
  paxos-standard=pax dollar
  polygon-ecosystem-token=polygon, matic
  quant-network=quant
  render-token=rndr
  sei-network=sei
  shiba-inu=shiba
  sonic-3=sonic
  staked-ether=lido staked ether
  story-2=story
  terra-luna-2=terra
  terra-luna=terra classic, terra luna classic
  the-graph=graph
  the-open-network=toncoin
  the-sandbox=sandbox
  theta-token=theta network
  virtual-protocol=virtuals protocol, virtuals
  worldcoin-wld=worldcoin
  xdce-crowd-sale=xdc network
  yearn-finance=yearn
  zencash=horizen`;

/** What two spellings of one name have in common: "Bitcoin Cash", "bitcoin-cash" and "$BitcoinCash" are one. */
export function spelling(word: string): string {
  return word.toLowerCase().replace(/[\s$._-]/g, "");
}

/** CoinGecko's id of a well-known coin, by id, ticker or name, however it is written. */
export function knownCoin(word: string): string | undefined {
  return COINS.get(spelling(word));
}

const COINS = readTables();

function readTables(): ReadonlyMap<string, string> {
  const coins = new Map<string, string>();
  const pairs = TICKERS.trim()
    .split(/\s+/)
    .map((pair) => pair.split("=") as [string, string]);
  for (const [ticker, id] of pairs) coins.set(spelling(ticker), id);
  // A ticker outranks the id of another coin that is spelled like it.
  for (const [, id] of pairs) if (!coins.has(spelling(id))) coins.set(spelling(id), id);
  for (const line of NAMES.trim().split("\n")) {
    const [id = "", names = ""] = line.trim().split("=");
    for (const name of names.split(",")) if (!coins.has(spelling(name))) coins.set(spelling(name), id);
  }
  return coins;
}
