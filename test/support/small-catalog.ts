/** A real catalogue of a few descriptions, for actors that are lent one. Needs Bun's SQLite. */
import type { FileCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";

export async function smallCatalog(): Promise<FileCatalog & Disposable> {
  const shelf = emptyShelf();
  await shelf.build([
    described("stripe.com", {
      info: { title: "Stripe API", version: "1", description: "Payments, charges, cards and refunds." },
      paths: {
        "/v1/charges": {
          ...get("List all charges", { operationId: "GetCharges", description: "Lists payments that were charged." }),
          post: { operationId: "PostCharges", summary: "Charge a card", responses: { 200: { description: "Done" } } },
        },
      },
    }),
    described("github.com", {
      info: { title: "GitHub REST API", version: "1", description: "Repositories, issues and pull requests." },
      paths: {
        "/repos/{owner}/{repo}/issues": {
          post: {
            operationId: "issues/create",
            summary: "Create an issue",
            responses: { 201: { description: "Created" } },
          },
        },
        "/repos/{owner}/{repo}/pulls": get("List pull requests", { operationId: "pulls/list" }),
      },
    }),
    described("opencagedata.com", {
      info: { title: "Geocoding API", version: "1", description: "Coordinates of addresses on the map." },
      paths: { "/geocode": get("Geocode an address on the map", { operationId: "geocode" }) },
    }),
  ]);
  const catalog = shelf.open();
  return {
    ...catalog,
    [Symbol.dispose]() {
      catalog.close();
      shelf[Symbol.dispose]();
    },
  };
}
