import type { LikeTarget } from "#db/schema/likes.ts";
import type { Context } from "#worker/context.ts";
import { imageOf } from "./image.ts";
import type { LikedPart } from "./members.contract.ts";

/** As the member sees whose photo or answer was liked. `key` is null after the photo's removal, and for anybody else. */
export function shownPart(target: LikeTarget, key: string | null, ctx: Context): LikedPart {
  if ("prompt" in target) return { prompt: target.prompt };
  const owner = ctx.viewer?.id;
  return { photo: key && owner ? imageOf({ key, preview: null, status: "active" }, owner, ctx) : null };
}
