import type { LikeTarget } from "#db/schema/likes.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { imageOf } from "./image.ts";
import type { LikedPart } from "./members.contract.ts";

/** The owner's view of the liked photo or answer. `key` is null after the photo's removal and for other viewers. */
export function shownPart(target: LikeTarget, key: string | null, ctx: Context): LikedPart {
  if ("prompt" in target) return { prompt: target.prompt };
  const owner = ctx.viewer?.id;
  return { photo: key && owner ? imageOf({ key, preview: null, status: "active" }, owner, ctx) : null };
}
