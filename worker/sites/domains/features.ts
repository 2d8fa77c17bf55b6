import { FEATURES, type Feature, type Features } from "./features.vocabulary.ts";
import type { Settings } from "./settings.vocabulary.ts";

type FeatureSettings = Pick<
  Settings,
  | "packages"
  | "payment_provider"
  | "refund_days"
  | "push_public_key"
  | "photo_credits"
  | "gifts"
  | "private_photos"
  | "voice"
  | "calls"
  | "events"
>;

/** Features with finished code. Their texts already exist in every language and appear with them. */
export const BUILT: readonly Feature[] = [
  "payments",
  "refunds",
  "gifts",
  "unlock",
  "distance",
  "private_photos",
  "voice",
  "calls",
  "events",
  "push",
  "reports",
  "staff",
  "verification",
];

/** Settings that a feature requires; null for none. */
const NEEDS: Record<Feature, ((settings: FeatureSettings, deployment: Deployment) => boolean) | null> = {
  // A local build has the sandbox.
  payments: ({ packages, payment_provider }, { local }) =>
    Object.keys(packages).length > 0 && (local || payment_provider !== null),
  // Also when a site sells no more: periods still run.
  refunds: ({ packages, refund_days }) => Object.keys(packages).length > 0 && refund_days > 0,
  gifts: ({ gifts }) => gifts.length > 0,
  push: ({ push_public_key }) => push_public_key !== null,
  private_photos: ({ private_photos }) => private_photos,
  unlock: ({ photo_credits }) => photo_credits > 0,
  distance: null,
  voice: ({ voice }) => voice,
  calls: ({ calls }, { relay }) => calls && relay === true,
  events: ({ events }, { staff }) => events && staff === true,
  reports: null,
  staff: (_, { staff }) => staff === true,
  verification: (_, { staff }) => staff === true,
};

interface Deployment {
  local: boolean;
  /** Staff of this deployment decide here: it has a host for them, and no upstream answers. */
  staff?: boolean;
  /** The deployment has a TURN server, and no upstream answers. */
  relay?: boolean;
  /** Tests override it. */
  built?: readonly Feature[];
}

/** Features that are built and configured. A local build adds the previews of the domain file; a deployed build never does. */
export function featuresOf(settings: FeatureSettings, preview: readonly Feature[], deployment: Deployment): Features {
  const { local, built = BUILT } = deployment;
  const works = (feature: Feature) =>
    (built.includes(feature) || (local && preview.includes(feature))) && (NEEDS[feature]?.(settings, deployment) ?? true);
  return Object.fromEntries(FEATURES.map((feature) => [feature, works(feature)])) as Features;
}
