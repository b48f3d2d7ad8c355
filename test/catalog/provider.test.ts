/** What a provider offers and where it is filed, as of the last import. */
import { expect, test } from "bun:test";
import { described, emptyShelf, get } from "./support.ts";

test("a provider tells how its living entries are filed, an unknown domain nothing", async () => {
  using shelf = emptyShelf();
  const pay = (paths: object) => described("pay.dev", { info: { title: "Card payments", version: "1" }, paths }, "pay");
  const maps = described(
    "pay.dev",
    { info: { title: "Map tiles", version: "1" }, paths: { "/t": get("Map") } },
    "maps",
  );
  await shelf.build([maps, pay({ "/charge": get("Charge a card"), "/refund": get("Refund a payment") })]);
  await shelf.build([maps, pay({ "/charge": get("Charge a card") })]);

  using catalog = shelf.open();
  expect(catalog.totals().vanished).toBe(1);
  expect(catalog.provider("pay.dev")).toEqual({
    provider: "pay.dev",
    entryCount: 2,
    categories: [
      { category: "geolocation-maps", entryCount: 1 },
      { category: "payments-billing", entryCount: 1 },
    ],
  });
  expect(catalog.provider("dev")).toBeUndefined();
});
