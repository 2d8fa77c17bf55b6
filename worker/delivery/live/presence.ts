import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Output } from "#worker/platform/call.ts";
import type { LiveObjects } from "./objects.ts";
import type { contract } from "./presence.contract.ts";

export function createPresence({ live, after }: { live: Pick<LiveObjects, "hide">; after(work: Promise<unknown>): void }) {
  return {
    pageHidden({ viewer }: MemberContext): Output<typeof contract.pageHidden> {
      after(live.hide(viewer.id));
      return { reported: true };
    },
  };
}
