/** How an API is called by a key that its caller connects. */
import type { AccessPlan } from "../../src/runtime/access.ts";

export const KEY_PLAN: AccessPlan = {
  state: "needs_connection",
  methods: ["api_key"],
  source: "stated",
  hosts: ["api.acme.com"],
  ways: [{ method: "api_key", placement: [{ in: "header", name: "X-Key" }], scopes: [] }],
};
