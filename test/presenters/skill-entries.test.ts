/** The best entries of a skill: ten, however few APIs its category has. */
import { expect, test } from "bun:test";
import { makeSkill } from "../../src/presenters/skills/make.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";

const CARDS = Array.from({ length: 14 }, (_, at) => [`/v1/cards/${at}`, get(`Payment card number ${at}`)] as const);

test("one API of many operations fills them, after each other API has had its turn", async () => {
  using shelf = emptyShelf();
  await shelf.build([
    described("stripe.com", {
      info: { title: "Stripe API", version: "1", description: "Payments, charges, cards and refunds." },
      paths: Object.fromEntries(CARDS),
    }),
    described("adyen.com", {
      info: { title: "Adyen Payments", version: "1", description: "Payments by card." },
      paths: { "/pay": get("Pay by card") },
    }),
  ]);
  const catalog = shelf.open();
  const [category] = await catalog.categories(); // The largest first.
  const skill = await makeSkill(catalog, category?.slug ?? "", {
    find: createOperations(),
    prefix: "hub",
    hubUrl: "http://hub.test",
    callXrp: "0.05",
  });
  const providers = [...(skill?.text ?? "").matchAll(/^\| `([a-z]+)-com/gm)].map(([, provider]) => provider);
  expect(providers.slice(0, 2).toSorted()).toEqual(["adyen", "stripe"]);
  expect(providers.length).toBe(10);
  catalog.close();
});
