import {
  CHANNELS,
  type Channel,
  NOTIFICATION_TYPES,
  type NotificationType,
} from "#worker/people/preferences/preferences.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { Feature } from "#worker/sites/domains/features.vocabulary.ts";

/** Channels that this site supports. Hidden switches keep their stored value. */
export function offeredChannels(): readonly Channel[] {
  return edge().domain.features.push ? CHANNELS : CHANNELS.filter((channel) => channel !== "push");
}

/** The domain decides whether mails log in. */
export function offersMailLogin(): boolean {
  return edge().settings.mail_login_links === "yes";
}

/** Feature that a notification type needs; unlisted types need none. */
const ABOUT: Partial<Record<NotificationType, Feature>> = {
  payment: "payments",
  photo: "staff",
};

export function offeredTypes(): NotificationType[] {
  const { features } = edge().domain;
  return NOTIFICATION_TYPES.filter((type) => {
    // A gift arrives as a message and is notified as one. Nothing sends offers.
    if (type === "gift" || type === "offers") return false;
    const feature = ABOUT[type];
    return feature === undefined || features[feature];
  });
}
