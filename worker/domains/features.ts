import type { Settings } from "./settings.ts";

/**
 * What the product can do on one domain and not on another, or not yet anywhere. Pages and long texts ask for these names and
 * speak of nothing that is off.
 */
export const FEATURES = [
  /** Credits can be bought; with it come discounts, countdowns and premium. */
  "payments",
  /** A member gives unused credits back on the transactions page. */
  "refunds",
  "gifts",
  /** Push messages are sent. */
  "push",
  /** A photo can be shown to single members only. */
  "private_photos",
  /** Credits open the locked photos of one member. */
  "unlock",
  /** Profiles and search show the distance to a member. */
  "distance",
  /** Profiles, photos and messages can be reported where they stand. The complaints form is there without it. */
  "reports",
  /** Roles, queues, reasons for decisions, and rules for reading a private conversation. */
  "staff",
] as const;
export type Feature = (typeof FEATURES)[number];
export type Features = Record<Feature, boolean>;

type FeatureSettings = Pick<Settings, "packages" | "refund_days" | "push_public_key" | "photo_credits">;

/**
 * The features that this build has code for. Add a name when its feature is finished: all texts about it are written, in every
 * language, and appear with it.
 */
const BUILT: readonly Feature[] = [];

/** What a domain has to set before a feature can work there; null where it needs nothing. */
const NEEDS: Record<Feature, ((settings: FeatureSettings) => boolean) | null> = {
  payments: ({ packages }) => Object.keys(packages).length > 0,
  refunds: ({ refund_days }) => refund_days > 0,
  gifts: null,
  push: ({ push_public_key }) => push_public_key !== null,
  private_photos: null,
  unlock: ({ photo_credits }) => photo_credits > 0,
  distance: null,
  reports: null,
  staff: null,
};

interface Deployment {
  /** A build for a machine of one's own: only there is a preview shown. */
  local: boolean;
  /** The features that the build has; a test names others. */
  built?: readonly Feature[];
}

/**
 * What works on a domain: built and configured. In a local build, the features that the domain file previews count as built,
 * so that pages which speak of them can be worked on and tested; a deployed build promises nobody what is not there.
 */
export function featuresOf(
  settings: FeatureSettings,
  preview: readonly Feature[],
  { local, built = BUILT }: Deployment,
): Features {
  const works = (feature: Feature) =>
    (built.includes(feature) || (local && preview.includes(feature))) && (NEEDS[feature]?.(settings) ?? true);
  const features = Object.fromEntries(FEATURES.map((feature) => [feature, works(feature)])) as Features;
  // Without a purchase there is nothing to give back.
  return { ...features, refunds: features.refunds && features.payments };
}
