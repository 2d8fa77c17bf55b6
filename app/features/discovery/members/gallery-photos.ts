import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { GalleryProps } from "./gallery.tsx";

export function galleryOf({ name, photos }: Profile): GalleryProps {
  const { t, settings } = edge();
  return {
    name,
    label: t("members.profile.photos", { name }),
    photos: photos.map(({ filename, thumb_filename, status, preview }, index) => ({
      id: String(index + 1),
      src: settings.cdn_prefix + filename,
      preview,
      thumb: settings.cdn_prefix + thumb_filename,
      alt: t("members.profile.photo", { number: index + 1, name }),
      state: status === "inspection" && t("members.profile.inspected"),
    })),
  };
}
