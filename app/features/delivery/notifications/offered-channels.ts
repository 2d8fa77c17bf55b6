import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { CHANNELS, type Channel } from "#worker/people/preferences/preferences.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Channels that this site supports. Hidden switches keep their stored value. */
export function offeredChannels(): readonly Channel[] {
  return edge().domain.features.push ? CHANNELS : CHANNELS.filter((channel) => channel !== "push");
}

/** The domain decides whether mails log in. */
export function offersMailLogin(): boolean {
  return edge().settings.mail_login_links === "yes";
}

/** In the order of the settings page; `known` are the kinds that the server knows. */
export function offeredKinds(known: Partial<Record<NotificationKind, unknown>>): NotificationKind[] {
  const { features } = edge().domain;
  return NOTIFICATION_KINDS.filter((kind) => {
    const { feature } = NOTIFICATIONS[kind];
    return known[kind] !== undefined && (feature === undefined || features[feature]);
  }).sort((a, b) => NOTIFICATIONS[a].order - NOTIFICATIONS[b].order);
}
