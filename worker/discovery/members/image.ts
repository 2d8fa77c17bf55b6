import type { Context } from "#worker/people/identity/context.ts";
import type { PhotoRow } from "#worker/people/identity/viewer.ts";
import type { Image } from "./members.contract.ts";

type Shown = Pick<PhotoRow, "key" | "status" | "preview"> & Partial<Pick<PhotoRow, "visibility" | "width" | "height">>;

/** The caller has checked that the viewer may see the photo. */
export function imageOf(photo: Shown, owner: string, ctx: Context): Image {
  return {
    ...ctx.image(photo, owner),
    status: photo.status === "active" ? "active" : "inspection",
    private: photo.visibility === "private",
    width: photo.width ?? null,
    height: photo.height ?? null,
    preview: photo.preview,
  };
}
