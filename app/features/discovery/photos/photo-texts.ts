import { PHOTO_REASONS } from "#db/schema/attributes.ts";
import { PHOTO_LIMIT, PICTURE_LIMITS } from "#worker/discovery/photos/photos.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

const PLACED = { number: "{{number}}", count: "{{count}}" };

/** Texts of the photo grid's browser components, translated. `{{…}}` is filled in there. */
export function photoTexts() {
  const { t } = edge();
  return {
    add: t("photos.own.add"),
    camera: t("photos.own.camera"),
    place: t("photos.own.place", PLACED),
    order: t("photos.own.order"),
    moved: t("photos.own.moved", PLACED),
    leads: t("photos.own.leads"),
    earlier: t("photos.own.earlier"),
    later: t("photos.own.later"),
    main: t("photos.own.main"),
    makeMain: t("photos.own.makeMain"),
    mainSet: t("photos.own.mainSet"),
    toPrivate: t("photos.own.toPrivate"),
    toPublic: t("photos.own.toPublic"),
    private: t("photos.own.private"),
    privateSet: t("photos.own.privateSet"),
    publicSet: t("photos.own.publicSet"),
    checked: t("members.checked"),
    inspection: t("photos.own.inspection"),
    rejected: t("photos.own.rejected"),
    object: t("mail.letters.photo_refused.object"),
    reasons: Object.fromEntries(PHOTO_REASONS.map((reason) => [reason, t(`photos.own.reasons.${reason}`)])),
    remove: t("photos.own.remove"),
    removeSure: t("photos.own.removeSure"),
    removed: t("photos.own.removed"),
    added: t("photos.own.added"),
    locked: t("photos.own.premium", { max: PHOTO_LIMIT.premium }),
    sending: t("photos.own.sending"),
    waiting: t("photos.own.waiting"),
    lost: t("chat.failed"),
    again: t("chat.retry"),
    discard: t("photos.own.discard"),
    unreadable: t("errors.field.not_a_picture"),
    tooSmall: t("errors.field.picture_too_small", { min: PICTURE_LIMITS.side }),
    crop: {
      title: t("photos.crop.title"),
      of: t("photos.crop.of", PLACED),
      frame: t("photos.crop.frame"),
      hint: t("photos.crop.hint"),
      zoom: t("photos.crop.zoom"),
      use: t("photos.crop.use"),
      whole: t("photos.crop.whole"),
      all: t("photos.crop.all"),
      skip: t("photos.crop.skip"),
      shared: t("photos.crop.shared"),
    },
  };
}
export type PhotoTexts = ReturnType<typeof photoTexts>;
