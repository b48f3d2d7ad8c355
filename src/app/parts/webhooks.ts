/** How the end of a run is told to the address that its caller has named: signed, and guarded as any stranger's address. */
import { expectFetchable } from "../../net/follow-redirects.ts";
import { createPost } from "../../net/post.ts";
import { rulesFor } from "../../net/target.ts";
import { webhookKey } from "../../runs/webhook-key.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Secrets } from "../../store/hub/hub-key.ts";
import { guardOf, userAgentOf } from "../actors/registry.ts";

export function openWebhooks(config: Parameters<typeof guardOf>[0], { current, earlier }: Secrets, clock: Clock) {
  const guard = guardOf(config, clock);
  const rules = rulesFor(guard);
  const key = webhookKey(current);
  return {
    post: createPost({ userAgent: userAgentOf(config), ...guard }),
    key,
    forHub: {
      /** Throws where an address can never be told. */
      expectTellable: (url: string) => expectFetchable(url, rules),
      /** What was signed before the secret was replaced can still be checked. */
      moreKeys: [key, ...earlier.map(webhookKey)].map(({ jwk }) => jwk),
    },
  };
}
