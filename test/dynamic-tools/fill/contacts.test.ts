/** Persons, companies and addresses of mail that are said in one breath: each part goes where it belongs. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text } from "../sent.ts";

const clients = operationOf("/clients", {}, object({ first_name: text, last_name: text, company_name: text }));

test("a person and the company are two names", () => {
  expect(sent("add the client Kim Novak of Tall Trees Ltd", clients) as object).toEqual({
    body: { first_name: "Kim", last_name: "Novak", company_name: "Tall Trees Ltd" },
  });
  expect(sent("add the client Maria of Castile", clients) as object).toEqual({
    body: { first_name: "Maria", last_name: "of Castile" },
  });
});

test("where one is led to is the page that is called so, whatever the thing itself is called", () => {
  const amount = object({ value: text, currency: text });
  const links = operationOf("/links", {}, object({ description: text, redirect_url: text, amount }));
  const said = 'create a pay.me link of 12.50 EUR titled "Pizza", redirect to https://acme.dev/thanks';
  expect(sent(said, links) as object).toMatchObject({
    body: { amount: { value: "12.50", currency: "EUR" }, redirect_url: "https://acme.dev/thanks" },
  });
});

test("whose an address of mail is stands in brackets behind it", () => {
  const to = { type: "array", items: object({ email: text, name: text }) };
  const mails = operationOf("/mails/send", {}, object({ from_email: text, from_name: text, subject: text, to }));
  const said = 'send a mail from hi@acme.dev (Acme) to ann@x.org (Ann Lee) with the subject "Hello"';
  expect(sent(said, mails) as object).toEqual({
    body: {
      from_email: "hi@acme.dev",
      from_name: "Acme",
      subject: "Hello",
      to: [{ email: "ann@x.org", name: "Ann Lee" }],
    },
  });
});
