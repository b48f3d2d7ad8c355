import { expect, test } from "bun:test";
import { object, operationOf, sent, text, whole } from "../sent.ts";

test("letters that say what is wanted are put into no field that only might take them", () => {
  const stocks = operationOf("/stocks", { product_code: text, kind: text });
  expect(sent("the SMS stocks", stocks)).toEqual({});
  expect(sent("stocks for us, as JSON", stocks)).toEqual({});
  expect(sent("the stocks of product code AB7", stocks)).toEqual({ product_code: "AB7" });
});

test("letters that the operation itself speaks of stand for themselves only behind a field's name", () => {
  const templates = operationOf("/sms/templates", {}, { type: "object", properties: { template: text, kind: text } });
  expect(sent("the SMS template", templates)).toEqual({});
  expect(sent("templates of the kind SMS", templates)).toEqual({ body: { kind: "SMS" } });
});

test("an IP address goes where a description asks for one", () => {
  const rates = operationOf("/rates/ip", { address: { ...text, description: "The IP address to look up." } });
  expect(sent("rates for the country of the IP 81.2.69.142", rates)).toEqual({ address: "81.2.69.142" });
});

test("instants as numbers are the ends of a span", () => {
  const history = operationOf("/history", { date_from: whole, date_to: whole });
  expect(sent("history from 1704067200 to 1706745600", history)).toEqual({
    date_from: 1704067200,
    date_to: 1706745600,
  });
  const counts = operationOf("/counts", { startdatetime: text, enddatetime: text });
  expect(sent("counts from 20240301000000 to 20240301010000", counts)).toEqual({
    startdatetime: "20240301000000",
    enddatetime: "20240301010000",
  });
});

test("an id that ends like a UUID is taken whole", () => {
  const mock = operationOf("/mocks/{mock_uid}", {});
  const id = "1679925-39fee52f-b806-3ffa-1173-00a6f5b183dc";
  expect(sent(`the mock ${id}`, mock)).toEqual({ mock_uid: id });
});

test("two letters behind the name of a field are a code, whatever else they mean", () => {
  expect(sent("the plates, country us, quickly", operationOf("/plates", { country: text }))).toEqual({ country: "us" });
});

test("several names joined by commas alone are one value", () => {
  expect(sent("the sites, only the fields id,name", operationOf("/sites", { fields: text }))).toEqual({
    fields: "id,name",
  });
});

test("where to begin is no number of what is listed", () => {
  const rows = operationOf("/charities", { rows: whole, start: whole });
  expect(sent("charities, 20 rows from row 40", rows)).toEqual({ rows: 20, start: 40 });
  const cards = operationOf("/transactions", { limit: whole, offset: whole });
  expect(sent("30 transactions, after the first 60", cards)).toEqual({ limit: 30, offset: 60 });
});

test("a name that is looked for is taken with the words beside it", () => {
  const search = operationOf("/search", { q: { ...text }, limit: whole });
  expect(sent("search for tide tables Brest", search)).toEqual({ q: "tide tables Brest" });
});

test("what is sent is not who sends it", () => {
  const from = { ...text, description: "The name or number the message should be sent from." };
  const send = operationOf("/sms", {}, object({ from, to: text }, ["from", "to"]));
  expect(sent("send an SMS to +4915112345678", send)).toEqual({ body: { to: "+4915112345678" } });
  expect(sent("send an SMS from ACM to +4915112345678", send)).toEqual({ body: { from: "ACM", to: "+4915112345678" } });
});
