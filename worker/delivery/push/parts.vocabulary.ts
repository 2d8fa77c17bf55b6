import {
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  type NotificationKind,
  type Sum,
} from "#worker/delivery/notifications/kinds.vocabulary.ts";

/** The subject of a digest: letters of the kinds that wait for it. */
export const PARTS: Readonly<Record<NotificationKind, string>> = {
  message: "m",
  gift: "g",
  like: "l",
  match: "t",
  request: "q",
  search: "s",
  photo_request: "r",
  photo_answer: "v",
  photo: "p",
  payment: "y",
  security: "u",
  site_news: "n",
  // Digests of an earlier version name all kinds without a sum so.
  report: "o",
};
/** Digests of the first version name nothing: they are about messages and likes. */
export const UNNAMED = `${PARTS.message}${PARTS.like}`;

/** It is 0 once the member has seen the news; null: nothing says so. */
export function sumOf(kind: NotificationKind): Sum | null {
  return NOTIFICATIONS[kind].mail?.unseen ?? null;
}

export function kindsIn(parts: string): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => parts.includes(PARTS[kind]));
}
