import type { Feature } from "#worker/domains/features.ts";
import { edge } from "#worker/edge/edge.ts";
import { CHANNELS, type Channel, NOTIFICATION_TYPES, type NotificationType } from "#worker/notifications/preferences.ts";

/** The ways in which this site can tell a member anything: a switch that moves nothing is not shown, and what was chosen stays. */
export function offeredChannels(): readonly Channel[] {
  return edge().domain.features.push ? CHANNELS : CHANNELS.filter((channel) => channel !== "push");
}

/** The feature without which a notification never comes; those that are not here always can. */
const ABOUT: Partial<Record<NotificationType, Feature>> = {
  gift: "gifts",
  payment: "payments",
  offers: "payments",
  photo: "staff",
};

/** What this site can tell a member of. */
export function offeredTypes(): NotificationType[] {
  const { features } = edge().domain;
  return NOTIFICATION_TYPES.filter((type) => {
    const feature = ABOUT[type];
    return feature === undefined || features[feature];
  });
}
