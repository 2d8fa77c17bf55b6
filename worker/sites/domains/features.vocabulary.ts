/** Feature flags. Pages and long texts never mention a feature that is off. */
export const FEATURES = [
  /** Credits, discounts, countdowns and premium. */
  "payments",
  /** Return of unused credits on the transactions page. */
  "refunds",
  "gifts",
  "push",
  /** Photos for selected members only. */
  "private_photos",
  /** Credits open the locked photos of one member. */
  "unlock",
  "distance",
  /** Recordings of up to a minute in chats. */
  "voice",
  /** Voice and video calls between two members who allow it; needs a relay. */
  "calls",
  /** Meetings that staff announce, and who goes; needs a staff host. */
  "events",
  /** Reports of profiles, photos and messages. The complaints form works without this. */
  "reports",
  /** Roles, queues, decision reasons, and rules for access to private conversations. */
  "staff",
  /** Proofs of a pose, compared by a moderator; needs a staff host. */
  "verification",
] as const;
export type Feature = (typeof FEATURES)[number];
export type Features = Record<Feature, boolean>;
