/** Large cities and where they lie, so that a request for the weather of one needs no look-up. */

export interface City {
  readonly lat: number;
  readonly lon: number;
}

/** `names=lat,lon`: the names people write, without accents, in lower case; two decimals are about a kilometre. */
const CITIES = `
  abidjan=5.36,-4.01 | abu dhabi=24.45,54.38 | accra=5.60,-0.19 | addis ababa=9.01,38.75 | adelaide=-34.93,138.60
  ahmedabad=23.02,72.57 | albuquerque=35.08,-106.65 | alexandria=31.20,29.92 | algiers/alger=36.75,3.06 | almaty=43.24,76.89
  amman=31.95,35.93 | amsterdam=52.37,4.90 | anchorage=61.22,-149.90 | ankara=39.93,32.86 | antwerp/antwerpen=51.22,4.40
  athens/athen/athina=37.98,23.73 | atlanta=33.75,-84.39 | auckland=-36.85,174.76 | austin=30.27,-97.74 | baghdad=33.31,44.37
  baku=40.41,49.87 | baltimore=39.29,-76.61 | bangalore/bengaluru=12.97,77.59 | bangkok=13.76,100.50 | barcelona=41.39,2.17
  basel=47.56,7.59 | beijing/peking/pekin=39.90,116.41 | beirut=33.89,35.50 | belfast=54.60,-5.93 | belgrade/beograd=44.79,20.45
  bergen=60.39,5.32 | berlin=52.52,13.41 | bern/berne=46.95,7.45 | bilbao=43.26,-2.93 | birmingham=52.49,-1.89
  bogota=4.71,-74.07 | bordeaux=44.84,-0.58 | boston=42.36,-71.06 | brasilia=-15.79,-47.88 | bratislava=48.15,17.11
  brisbane=-27.47,153.03 | bristol=51.45,-2.59 | brussels/bruxelles/brussel/bruselas=50.85,4.35 | bucharest/bucuresti=44.43,26.10
  budapest=47.50,19.04 | buenos aires=-34.60,-58.38 | cairo/el cairo/kairo=30.04,31.24 | calgary=51.05,-114.07 | canberra=-35.28,149.13
  cape town/kapstadt=-33.92,18.42 | caracas=10.48,-66.90 | cardiff=51.48,-3.18 | casablanca=33.57,-7.59 | charlotte=35.23,-80.84
  chennai/madras=13.08,80.27 | chengdu=30.57,104.07 | chicago=41.88,-87.63 | christchurch=-43.53,172.64 | cincinnati=39.10,-84.51
  cleveland=41.50,-81.69 | cologne/koln/koeln=50.94,6.96 | colombo=6.93,79.86 | columbus=39.96,-83.00
  copenhagen/kobenhavn/kopenhagen=55.68,12.57 | dakar=14.72,-17.47 | dallas=32.78,-96.80 | damascus=33.51,36.28
  dar es salaam=-6.79,39.21 | delhi/new delhi=28.61,77.21 | denver=39.74,-104.99 | detroit=42.33,-83.05 | dhaka=23.81,90.41 | doha=25.29,51.53
  dresden=51.05,13.74 | dubai=25.20,55.27 | dublin=53.35,-6.26 | durban=-29.86,31.02 | dusseldorf/duesseldorf=51.23,6.77
  edinburgh=55.95,-3.19 | edmonton=53.55,-113.49 | florence/firenze=43.77,11.26 | frankfurt=50.11,8.68 | gdansk=54.35,18.65
  geneva/geneve/genf=46.20,6.14 | glasgow=55.86,-4.25 | gothenburg/goteborg=57.71,11.97 | graz=47.07,15.44 | guadalajara=20.66,-103.35
  guangzhou=23.13,113.26 | hamburg=53.55,9.99 | hanoi=21.03,105.85 | hanover/hannover=52.37,9.73 | havana/la habana=23.11,-82.37
  helsinki=60.17,24.94 | ho chi minh city/saigon=10.82,106.63 | hong kong=22.32,114.17 | honolulu=21.31,-157.86 | houston=29.76,-95.37
  hyderabad=17.39,78.49 | indianapolis=39.77,-86.16 | istanbul=41.01,28.98 | jakarta=-6.21,106.85 | jeddah=21.49,39.19
  jerusalem=31.77,35.21 | johannesburg=-26.20,28.05 | kampala=0.35,32.58 | kansas city=39.10,-94.58 | karachi=24.86,67.01
  kathmandu=27.72,85.32 | kolkata/calcutta=22.57,88.36 | krakow/cracow=50.06,19.94 | kuala lumpur=3.14,101.69
  kuwait city=29.38,47.99 | kyiv/kiev=50.45,30.52 | kyoto=35.01,135.77 | lagos=6.52,3.38 | lahore=31.52,74.36
  las vegas=36.17,-115.14 | lausanne=46.52,6.63 | leeds=53.80,-1.55 | leipzig=51.34,12.37 | lille=50.63,3.06 | lima=-12.05,-77.04
  lisbon/lisboa/lissabon=38.72,-9.14 | liverpool=53.41,-2.98 | ljubljana=46.06,14.51 | london/londres/londra=51.51,-0.13
  los angeles=34.05,-118.24 | luanda=-8.84,13.23 | luxembourg=49.61,6.13 | lyon=45.76,4.84 | madrid=40.42,-3.70 | malaga=36.72,-4.42
  manchester=53.48,-2.24 | manila=14.60,120.98 | marrakesh/marrakech=31.63,-7.98 | marseille=43.30,5.37 | medellin=6.24,-75.58
  melbourne=-37.81,144.96 | memphis=35.15,-90.05 | mexico city/ciudad de mexico=19.43,-99.13 | miami=25.76,-80.19
  milan/milano/mailand=45.46,9.19 | milwaukee=43.04,-87.91 | minneapolis=44.98,-93.27 | monterrey=25.69,-100.32
  montevideo=-34.90,-56.16 | montreal=45.50,-73.57 | moscow/moskau/moscu=55.76,37.62 | mumbai/bombay=19.08,72.88
  munich/munchen/muenchen=48.14,11.58 | nagoya=35.18,136.91 | nairobi=-1.29,36.82 | nantes=47.22,-1.55 | naples/napoli=40.85,14.27
  nashville=36.16,-86.78 | new orleans=29.95,-90.07 | new york city/new york/nueva york/nyc/manhattan=40.71,-74.01 | nice=43.70,7.27
  oklahoma city=35.47,-97.52 | orlando=28.54,-81.38 | osaka=34.69,135.50 | oslo=59.91,10.75 | ottawa=45.42,-75.70 | panama city=8.98,-79.52
  paris/parigi=48.86,2.35 | perth=-31.95,115.86 | philadelphia=39.95,-75.17 | phoenix=33.45,-112.07 | pittsburgh=40.44,-79.996
  port louis=-20.16,57.50 | porto/oporto=41.16,-8.62 | portland=45.52,-122.68 | prague/praha/prag=50.08,14.44 | quebec=46.81,-71.21
  quito=-0.18,-78.47 | reykjavik=64.15,-21.94 | riga=56.95,24.11 | rio de janeiro/rio=-22.91,-43.17 | riyadh=24.71,46.68
  rome/roma/rom=41.90,12.50 | rotterdam=51.92,4.48 | sacramento=38.58,-121.49 | salt lake city=40.76,-111.89 | salzburg=47.81,13.05
  san antonio=29.42,-98.49 | san diego=32.72,-117.16 | san francisco=37.77,-122.42 | san jose=37.34,-121.89 | san juan=18.47,-66.11
  santiago=-33.45,-70.67 | sao paulo=-23.55,-46.63 | sapporo=43.06,141.35 | sarajevo=43.86,18.41 | seattle=47.61,-122.33 | seoul=37.57,126.98
  seville/sevilla=37.39,-5.98 | shanghai=31.23,121.47 | shenzhen=22.54,114.06 | singapore/singapur=1.35,103.82 | sofia=42.70,23.32
  st louis=38.63,-90.20 | st petersburg=59.93,30.34 | stockholm=59.33,18.07 | strasbourg=48.57,7.75 | stuttgart=48.78,9.18
  sydney=-33.87,151.21 | taipei=25.03,121.57 | tallinn=59.44,24.75 | tampa=27.95,-82.46 | tashkent=41.30,69.24 | tbilisi=41.72,44.78
  tehran/teheran=35.69,51.39 | tel aviv=32.09,34.78 | tokyo/tokio=35.68,139.69 | toronto=43.65,-79.38 | toulouse=43.60,1.44
  trondheim=63.43,10.40 | tucson=32.22,-110.97 | tunis=36.81,10.18 | turin/torino=45.07,7.69 | utrecht=52.09,5.12
  valencia=39.47,-0.38 | vancouver=49.28,-123.12 | venice/venezia/venedig=45.44,12.33 | vienna/wien/vienne=48.21,16.37
  vilnius=54.69,25.28 | warsaw/warszawa/warschau=52.23,21.01 | washington dc/washington=38.91,-77.04 | wellington=-41.29,174.78
  winnipeg=49.90,-97.14 | wuhan=30.59,114.31 | yangon=16.87,96.20 | zagreb=45.81,15.98 | zurich/zuerich=47.38,8.54
`;

/** Boxes around the states and Puerto Rico: [south, west, north, east]. Roughly: the service itself has the last word. */
const UNITED_STATES = [
  [24.4, -125, 49.4, -66.9],
  [51, -180, 71.5, -129.9],
  [18.5, -161, 22.5, -154],
  [17.6, -67.4, 18.6, -65.1],
] as const;

const PLACES = readCities();

/** Whether a name is a known city's: in lower case, without accents. */
export function isCity(name: string): boolean {
  return PLACES.has(name);
}

/** The first known city that a text names, the longest name where several begin alike. `words` are lower case, one blank apart. */
export function placeIn(words: readonly string[]): City | undefined {
  return placeNamedIn(words)?.place;
}

/** The same, and the words beside its name. */
export function placeNamedIn(
  words: readonly string[],
): { readonly place: City; readonly beside: readonly string[] } | undefined {
  for (let from = 0; from < words.length; from++) {
    for (let length = 3; length > 0; length--) {
      const place = PLACES.get(words.slice(from, from + length).join(" "));
      if (place !== undefined) return { place, beside: words.toSpliced(from, length) };
    }
  }
  return undefined;
}

export function isInUnitedStates({ lat, lon }: City): boolean {
  return UNITED_STATES.some(([south, west, north, east]) => lat >= south && lat <= north && lon >= west && lon <= east);
}

function readCities(): ReadonlyMap<string, City> {
  const places = new Map<string, City>();
  for (const city of CITIES.trim().split(/(?<!\s)\s*[|\n]\s*/)) {
    const [names = "", point = ""] = city.split("=");
    const [lat = 0, lon = 0] = point.split(",").map(Number);
    for (const name of names.split("/")) places.set(name, { lat, lon });
  }
  return places;
}
