import { env } from "cloudflare:workers";
import { translator } from "#locales/index.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Source } from "#worker/people/identity/source.vocabulary.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { featuresOf } from "#worker/sites/domains/features.ts";
import type { Feature } from "#worker/sites/domains/features.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { frozen, knownDomains } from "./known-domains.ts";

export const NOON = Date.UTC(2026, 10, 21, 12);

export interface Circumstances {
  host?: string;
  now?: number;
  network?: string;
  country?: string;
  device?: string | null;
  draft?: string | null;
  source?: Source;
  viewer?: Viewer | null;
  region?: string | null;
  age?: Context["age"];
  write?: Context["write"];
  settings?: Partial<Settings>;
  /** Only these features are on; default: those of the build. */
  preview?: readonly Feature[];
  /** The account's domain; default: the host's. */
  home?: Domain;
}

/** Request context at a fixed time; each on its own network unless given. */
export async function contextOf({
  host = "localhost",
  now = NOON,
  viewer = null,
  settings: changed,
  preview,
  ...rest
}: Circumstances = {}): Promise<Context> {
  const domain = knownDomains.get(host) ?? (await readDomain(host));
  const settings = { ...domain.settings, ...changed };
  const here = {
    ...domain,
    settings,
    features: featuresOf(settings, preview ?? [], { local: true, staff: true, relay: true, ...(preview && { built: [] }) }),
  };
  return {
    domain: here,
    home: here,
    now,
    viewer,
    country: "NL",
    region: null,
    age: null,
    language: "en",
    t: await translator("en"),
    network: newId(),
    userAgent: "test",
    prefetch: false,
    secure: false,
    prefetched: null,
    origin: `http://${host}`,
    pageOrigin: `http://${host}`,
    session: null,
    device: null,
    draft: null,
    source: {},
    storedCode: null,
    write: null,
    image: ({ key }, _, token = "visitor") => ({
      filename: `${key}.full?${token}`,
      card_filename: `${key}.card?${token}`,
      thumb_filename: `${key}.thumb?${token}`,
    }),
    ...rest,
  };
}

async function readDomain(host: string): Promise<Domain> {
  const domain = await servicesOf(env).domainsStore.findByHost(host);
  if (!domain) throw new Error(`no domain at ${host}`);
  knownDomains.set(host, frozen(domain));
  return domain;
}
