/**
 * What calls of the catalogue's largest providers must bring, as each documents it. A row speaks for its hosts, never
 * for a provider's name. An authority wins over a key where both would do.
 */
import type { AccessRow } from "./row.ts";
import { basic, bearer, key, oauth, open, prefixed, row, unsupported } from "./row-kinds.ts";

const OWN_SIGNATURE = "Its requests need a signature of the provider's own.";
const OWN_SESSION = "Its requests need a session of the provider's own.";

export const ROWS: readonly AccessRow[] = [
  // Microsoft: one token for each resource host.
  oauth("graph.microsoft.com", "entra", ["https://graph.microsoft.com/.default"], {
    methods: ["oauth2_code", "oauth2_client", "oauth2_device"],
    probe: "https://graph.microsoft.com/v1.0/me",
  }),
  oauth("management.azure.com", "entra", ["https://management.azure.com/.default"], {
    methods: ["oauth2_code", "oauth2_client", "oauth2_device"],
  }),
  oauth("monitoring.azure.com", "entra", ["https://monitoring.azure.com/.default"], {
    methods: ["oauth2_code", "oauth2_client", "oauth2_device"],
  }),
  oauth("batch.core.windows.net", "entra", ["https://batch.core.windows.net/.default"], {
    methods: ["oauth2_code", "oauth2_client", "oauth2_device"],
  }),
  oauth("graph.windows.net", "entra", ["https://graph.windows.net/.default"], {
    methods: ["oauth2_code", "oauth2_client", "oauth2_device"],
  }),
  key("*.cognitive.microsoft.com", ["Ocp-Apim-Subscription-Key"]),

  // Amazon: one signature for all; the two oldest services know an older one only.
  ...["sdb.amazonaws.com", "importexport.amazonaws.com"].map((host) =>
    unsupported(host, "It takes version 2 of Amazon's signature only."),
  ),
  bearer("codecatalyst.global.api.aws"),
  row("*.amazonaws.com *.amazonaws.com.cn *.api.aws service.chime.aws.amazon.com", ["aws_sigv4"], {
    console_url: "https://console.aws.amazon.com/iam/home#/security_credentials",
  }),

  // Google: scopes stand with each operation; some services of public data take a key.
  ...["civicinfo", "poly", "kgsearch", "factchecktools", "versionhistory", "webfonts", "safebrowsing"].map((service) =>
    key(`${service}.googleapis.com`, ["?key"], { console_url: "https://console.cloud.google.com/apis/credentials" }),
  ),
  open("domainsrdap.googleapis.com"),
  oauth("*.googleapis.com", "google", [], {}),

  // No key at all.
  open("demo.orthanc-server.com"),
  open("echodata.epa.gov"),
  open("api.monarchinitiative.org"),
  open("vocadb.net"),
  open("*.parliament.uk"),
  open("rest.rgd.mcw.edu"),
  open("stats.nba.com"),
  open("httpbin.org"),
  open("www.dnd5eapi.co"),
  open("ntp1node.nebl.io"),
  open("api.tcgdex.net"),
  open("platform-api.opentargets.io"),
  open("firebrowse.org"),
  open("webservice.wikipathways.org"),
  open("webservice.bridgedb.org"),
  open("api.dataatwork.org"),
  open("api.domains-index.com"),
  open("dweet.io"),
  open("www.healthcare.gov"),
  open("wikimedia.org"),
  open("api.digitalmedia.hhs.gov"),
  open("news.api.gov.bc.ca"),
  open("api.open511.gov.bc.ca"),
  open("api.cycat.org"),
  open("peoplegeneratorapi.live"),

  // One or several keys. A name alone is a header, "?name" a parameter of the query.
  key("*.autotask.net", ["ApiIntegrationCode", "UserName", "Secret"]),
  // A gateway for anybody: each of its customers has a host below the name.
  key("api-2445581398133.apicast.io", ["X-API2CRM-USER-KEY", "X-API2CRM-APPLICATION-KEY"]),
  key("api.beezup.com", ["Ocp-Apim-Subscription-Key"]),
  key("app.files.com", ["X-FilesAPI-Key"]),
  key("platform.clearblade.com", ["ClearBlade-UserToken"]),
  key("api.jumpseller.com", ["?login", "?authtoken"]),
  key("live-api.letmc.com", ["?api_key"]),
  key("api.stackexchange.com", ["?key"], {
    optional: "reads",
    console_url: "https://stackapps.com/apps/oauth/register",
  }),
  key("dev.api.chaingateway.io *.chaingateway.io", ["Authorization"]),
  prefixed("api.snyk.io", "Authorization", "token ", { console_url: "https://app.snyk.io/account" }),
  prefixed("api.ote-godaddy.com api.godaddy.com", "Authorization", "sso-key "),
  row("mandrillapp.com", ["api_key"], { placement: [{ in: "body", name: "key" }] }),
  key("api.digital.tfl.gov.uk api.tfl.gov.uk", ["?app_key"], { optional: "reads" }),
  key("www.bungie.net", ["X-API-Key"], { console_url: "https://www.bungie.net/en/Application" }),
  row("app.billbee.io", ["api_key"], {
    placement: [
      { in: "header", name: "X-Billbee-Api-Key" },
      { in: "header", name: "Authorization", prefix: "Basic " },
    ],
  }),
  key("config2.gamesparks.net *.gamesparks.net", ["X-GS-JWT"]),
  key("api.abr.ato.gov.au", ["Authorization"]),
  key("rms.api.bbc.co.uk", ["?api_key"]),
  key("api.victorops.com", ["X-VO-Api-Id", "X-VO-Api-Key"]),
  key("api.postmarkapp.com", ["X-Postmark-Server-Token"], { console_url: "https://account.postmarkapp.com/servers" }),
  key("api2.bigoven.com", ["X-BigOven-API-Key"]),
  key("api.getpostman.com", ["X-Api-Key"], { probe: "https://api.getpostman.com/me" }),
  key("api.weatherbit.io", ["?key"], { console_url: "https://www.weatherbit.io/account/dashboard" }),
  key("api.rawg.io", ["?key"], { console_url: "https://rawg.io/apidocs" }),
  key("api.nookipedia.com", ["X-API-KEY"]),
  key("api.ideal-postcodes.co.uk", ["?api_key"]),
  key("api.flickr.com", ["?api_key"], { console_url: "https://www.flickr.com/services/apps/create/" }),
  key("od-api-demo.oxforddictionaries.com od-api.oxforddictionaries.com", ["app_id", "app_key"]),
  key("listen-api.listennotes.com", ["X-ListenAPI-Key"]),
  key("trello.com api.trello.com", ["?key", "?token"], { console_url: "https://trello.com/power-ups/admin" }),
  key("www.ticketmaster.com app.ticketmaster.com", ["?apikey"]),
  key("rest.nexmo.com", ["?api_key", "?api_secret"]),
  key("api.infermedica.com", ["App-Id", "App-Key"]),
  key("api.elevenlabs.io", ["xi-api-key"], { console_url: "https://elevenlabs.io/app/settings/api-keys" }),
  key("api.setlist.fm", ["x-api-key"]),
  key("api.interzoid.com", ["?license"]),
  key("*.p.rapidapi.com", ["X-RapidAPI-Key"], { console_url: "https://rapidapi.com/developer/security" }),
  key("api.taggun.io", ["apikey"]),
  key("api.nowpayments.io", ["x-api-key"]),
  key("api.tokenmetrics.com", ["api_key"]),
  key("api.randommer.io randommer.io", ["X-Api-Key"]),
  key("timetableapi.ptv.vic.gov.au", ["?devid", "?signature"]),
  key("app.apacta.com", ["X-Auth-Token"]),
  key("gitlab.com", ["PRIVATE-TOKEN"], {
    console_url: "https://gitlab.com/-/user_settings/personal_access_tokens",
    probe: "https://gitlab.com/api/v4/user",
  }),
  key("production.plaid.com", ["PLAID-CLIENT-ID", "PLAID-SECRET"]),
  key("app.launchdarkly.com", ["Authorization"], {
    probe: "https://app.launchdarkly.com/api/v2/caller-identity",
  }),

  // A key in `Authorization` whose prefix no field of the description says.
  prefixed("demo.netbox.dev", "Authorization", "Token "),
  prefixed("netboxdemo.com", "Authorization", "Token "),
  prefixed("api.mist.com", "Authorization", "Token "),
  prefixed("try.gitea.io", "Authorization", "token "),
  prefixed("unify.apideck.com upload.apideck.com", "Authorization", "Bearer "),
  prefixed("api.sendgrid.com", "Authorization", "Bearer ", {
    console_url: "https://app.sendgrid.com/settings/api_keys",
    probe: "https://api.sendgrid.com/v3/scopes",
  }),
  prefixed("api.codat.io", "Authorization", "Basic "),
  prefixed("api.soundcloud.com", "Authorization", "OAuth "),
  prefixed("ci.appveyor.com", "Authorization", "Bearer "),
  prefixed("api.collegefootballdata.com", "Authorization", "Bearer "),
  prefixed("api.ynab.com", "Authorization", "Bearer ", { console_url: "https://app.ynab.com/settings/developer" }),
  prefixed("api.thetvdb.com", "Authorization", "Bearer "),
  prefixed("api.storecove.com", "Authorization", "Bearer "),
  prefixed("api.botify.com", "Authorization", "Token "),
  prefixed("publicapi.payments.service.gov.uk", "Authorization", "Bearer "),

  // A token.
  bearer("api.github.com uploads.github.com", {
    methods: ["bearer", "oauth2_code", "oauth2_device"],
    authority: "github",
    optional: "reads",
    console_url: "https://github.com/settings/tokens",
    probe: "https://api.github.com/user",
  }),
  bearer("budgea.biapi.pro *.biapi.pro"),
  bearer("api.test.osf.io api.osf.io", { optional: "reads" }),
  bearer("api.hetzner.cloud", { console_url: "https://console.hetzner.cloud/" }),
  bearer("hub.docker.com docker.com", { optional: "reads" }),
  row("api.bitbucket.org", ["bearer", "basic"], { optional: "reads", probe: "https://api.bitbucket.org/2.0/user" }),
  bearer("uk.api.just-eat.io"),
  bearer("dev.ndhm.gov.in"),
  bearer("your-hrp-server.com"),
  bearer("developer.yodlee.com *.api.yodlee.com"),
  bearer("api.reverb.com"),
  bearer("rest.iad-01.braze.com *.braze.com"),
  bearer("api.openai.com", {
    console_url: "https://platform.openai.com/api-keys",
    probe: "https://api.openai.com/v1/models",
  }),
  bearer("api.bufferapp.com"),
  bearer("api.linode.com", { console_url: "https://cloud.linode.com/profile/tokens" }),
  bearer("api.notion.com", {
    console_url: "https://www.notion.so/my-integrations",
    probe: "https://api.notion.com/v1/users/me",
  }),
  bearer("api.digitalocean.com", {
    console_url: "https://cloud.digitalocean.com/account/api/tokens",
    probe: "https://api.digitalocean.com/v2/account",
  }),
  bearer("mastodon.social", { optional: "reads" }),
  row("api.stripe.com", ["bearer", "basic"], {
    console_url: "https://dashboard.stripe.com/apikeys",
    probe: "https://api.stripe.com/v1/balance",
  }),

  // A name and a password.
  basic("devdata.osisoft.com"),
  basic("geodesystems.com", { optional: "reads" }),
  basic("rest.clicksend.com"),
  basic("app.bigredcloud.com"),
  basic("smart-me.com"),
  basic("api.nexmo.com api.vonage.com"),
  basic("www.beanstream.com"),

  // A login.
  oauth("api.loket.nl", "loket", []),
  oauth("rest.zuora.com", "zuora", [], { methods: ["oauth2_client"] }),
  oauth("www.docusign.net *.docusign.net", "docusign", ["signature"]),
  oauth("demo.uat.naviplancentral.com", "naviplan", [], { methods: ["oauth2_client"] }),
  oauth("api.presalytics.io", "presalytics", [], { methods: ["oauth2_client"] }),
  oauth("demo.akeneo.com", "akeneo", [], { methods: ["oauth2_client"] }),
  oauth("api.salesloft.com", "salesloft", []),
  oauth("api.trakt.tv", "trakt", [], { methods: ["oauth2_code", "oauth2_device"] }),
  oauth("api.twitter.com", "twitter", ["tweet.read", "users.read"]),
  oauth("esi.evetech.net", "eve", ["publicData"], { optional: "reads" }),
  oauth("api.getgo.com api.citrixonline.com", "goto", []),
  oauth("test.api.amadeus.com", "amadeus", [], { methods: ["oauth2_client"] }),
  oauth("slack.com", "slack", []),
  oauth("api.spotify.com", "spotify", [], { methods: ["oauth2_code", "oauth2_client"] }),
  oauth("api.xero.com", "xero", []),
  oauth("api.zoom.us", "zoom", []),
  oauth("api.vimeo.com", "vimeo", ["public"], { methods: ["oauth2_code", "oauth2_client"] }),
  oauth("dracoon.team", "dracoon", []),
  oauth("integration.visma.net", "visma", []),
  oauth("*.izettle.com", "zettle", []),
  row("app.asana.com", ["bearer", "oauth2_code"], {
    authority: "asana",
    console_url: "https://app.asana.com/0/my-apps",
    probe: "https://app.asana.com/api/1.0/users/me",
  }),
  row("api.netlify.com", ["bearer", "oauth2_code"], {
    authority: "netlify",
    console_url: "https://app.netlify.com/user/applications",
  }),

  // Signatures and sessions of their own.
  unsupported("public-api.sandbox.bunq.com", OWN_SIGNATURE),
  unsupported("api.test.payrun.io *.payrun.io", OWN_SIGNATURE),
  unsupported("api.clever-cloud.com", OWN_SIGNATURE),
  unsupported("api.combell.com", OWN_SIGNATURE),
  unsupported("*.mastercard.com", OWN_SIGNATURE),
  unsupported("secure.agco-ats.com", OWN_SESSION),
  unsupported("api.telegram.org", "Its token is part of the path."),
];
