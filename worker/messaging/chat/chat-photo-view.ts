import type { chatPhotos } from "#db/schema/index.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Message } from "./chat.contract.ts";
import type { MessageRow } from "./message.sql.ts";

type Row = typeof chatPhotos.$inferSelect;
type StoredPhoto = Pick<Row, "key" | "status" | "width" | "height" | "preview">;
type StoredVoice = Pick<Row, "key" | "status" | "duration" | "levels" | "playedAt">;

export function photoOf(
  { type, photo, senderId }: Pick<MessageRow, "type" | "photo" | "senderId">,
  readerId: string,
  image: Context["image"] | null,
): Message["photo"] {
  if (type !== "photo") return null;
  const stored = photo === null ? null : (JSON.parse(photo) as StoredPhoto);
  const state = stored?.status ?? "gone";
  const seen = state === "active" || (state === "inspection" && senderId === readerId);
  const shown = stored?.key && seen && image ? { ...stored, key: stored.key, image } : null;
  if (!shown) {
    const { width = null, height = null } = (seen && stored) || {};
    return { state, filename: null, card_filename: null, thumb_filename: null, width, height, preview: null };
  }
  const { key, width, height, preview } = shown;
  return { state, ...shown.image({ key, visibility: "private" }, senderId), width, height, preview };
}

/** `read`: the reader may know what the partner has heard. */
export function voiceOf(
  { type, photo, senderId }: Pick<MessageRow, "type" | "photo" | "senderId">,
  read: boolean,
  image: Context["image"] | null,
): Message["voice"] {
  if (type !== "voice") return null;
  const stored = photo === null ? null : (JSON.parse(photo) as StoredVoice);
  if (stored?.status !== "active" || !stored.key)
    return {
      state: stored?.status === "rejected" ? "rejected" : "gone",
      filename: null,
      duration: null,
      levels: null,
      played: null,
    };
  const { key, duration, levels, playedAt } = stored;
  const filename = image?.({ key, visibility: "private" }, senderId).filename ?? null;
  return { state: "active", filename, duration, levels, played: read ? playedAt !== null : null };
}
