import { z } from "zod";
import { PRIMARY } from "#worker/platform/databases.ts";
import { SMS_PER_DAY } from "#worker/platform/limits-window.ts";
import type { SiteNotice } from "#worker/sites/notices/notices.vocabulary.ts";
import { type Assets, assetsSchema } from "./assets.vocabulary.ts";
import { featuresOf } from "./features.ts";
import { FEATURES, type Features } from "./features.vocabulary.ts";
import { withTexts } from "./field-texts.vocabulary.ts";
import { LOCAL_NOUNS } from "./nouns.vocabulary.ts";
import { NUDITY } from "./nudity.vocabulary.ts";
import { priceProblems } from "./prices.ts";
import { fieldProblems, host, type Settings, settingsSchema } from "./settings.vocabulary.ts";
import { parseStored } from "./stored-file.ts";
import { type Words, wordsSchema } from "./words.vocabulary.ts";

export const writtenSchema = z.strictObject(
  withTexts(
    {
      $schema: z.string().optional(),
      id: z.string().regex(/^[a-z0-9-]+$/, "lower case letters, digits and hyphens"),
      hosts: z.array(host).min(1),
      pool: z.string().regex(/^[a-z0-9-]+$/, "lower case letters, digits and hyphens"),
      api: z
        .discriminatedUnion("mode", [
          z.strictObject(withTexts({ mode: z.literal("local") }, { mode: "This product answers by itself." })),
          z.strictObject(
            withTexts(
              {
                mode: z.literal("proxy"),
                upstream: z.url(),
                timeout_ms: z.int().min(100).max(30_000).default(8000),
                local: z.array(z.enum(LOCAL_NOUNS)).default([]),
              },
              {
                mode: "Another server answers, which speaks the same contract.",
                upstream: ["Where that server is.", "https://api.example.com"],
                timeout_ms: "How long it may take to answer, in milliseconds.",
                local: [
                  "Nouns that this product answers itself; its members must be here too, with the same ids. Empty leaves all to that server.",
                  ["likes", "swipe", "match"],
                ],
              },
            ),
          ),
        ])
        .default({ mode: "local" }),
      alternates: z
        .record(z.string().regex(/^(x-default|[a-z]{2}(-[A-Z]{2})?)$/, "a language tag like de or de-AT, or x-default"), host)
        .default({}),
      traffic_sources: z.array(z.string()).default([]),
      nudity: z.enum(NUDITY).default("none"),
      sms_per_day: z.int().min(1).default(SMS_PER_DAY),
      preview: z.array(z.enum(FEATURES)).default([]),
      settings: settingsSchema.superRefine((settings, ctx) => {
        for (const problem of [...priceProblems(settings), ...fieldProblems(settings)])
          ctx.addIssue({ code: "custom", ...problem });
      }),
      words: wordsSchema.default(() => wordsSchema.parse({})),
    },
    {
      $schema: ["The schema by which an editor completes this file.", "./schema.json"],
      id: ["Names the domain in commands and in the database; never change it.", "gipfel"],
      hosts: [
        "Hosts that lead to this site. A file of which all end in localhost stays on this machine.",
        ["dating.example.com"],
      ],
      pool: ["Members of one pool see each other; domains of different pools share nobody.", "gipfel"],
      api: ["Who answers the calls: this product, or a server that speaks the same contract.", { mode: "local" }],
      alternates: [
        "The same site in other languages: hosts by BCP 47 tag (`x-default` for all others), this one included. Each of them names the same.",
        { de: "dating.example.com", "x-default": "dating.example.com" },
      ],
      traffic_sources: [
        "Traffic sources (values of `network`) whose signed links let people sign up on an invite-only domain.",
        ["newsletter"],
      ],
      nudity: ["What photos may show: no nudity, some, or everything that the law allows. Moderators see it.", "partial"],
      sms_per_day: [
        "Codes by SMS that the site sends in 24 hours at most, to all members together. Then the log has an alarm, and direct debit waits.",
        500,
      ],
      preview: ["Features that a local build shows before they are finished; deployed builds do not look at it.", ["payments"]],
      settings: "What a visitor may read of the site.",
      words: [
        "Own words by language. They may stand in a file of their own instead: words.json in the folder of the same name.",
        { title: { en: "Love above the tree line" } },
      ],
    },
  ),
);
/** The stored form, with the files of the niche's folder. */
export const domainFileSchema = writtenSchema.extend({ assets: assetsSchema.default({}) });
export type DomainFile = z.output<typeof domainFileSchema>;
export type ProxyApi = Extract<DomainFile["api"], { mode: "proxy" }>;

export interface Domain {
  id: string;
  pool: string;
  /** Binding of the database with its members. */
  database: string;
  api: DomainFile["api"];
  trafficSources: string[];
  features: Features;
  nudity: DomainFile["nudity"];
  smsPerDay: number;
  /** Hosts of the same site in other languages, by language tag. */
  alternates: Record<string, string>;
  /** Version of the stored icons; null before the first apply by this build. */
  icons: string | null;
  /** Local builds: its host under localhost. */
  localHost?: string;
  /** End of a preview, in ms; null for a site. */
  previewUntil: number | null;
  /** Those that have not ended, for a domain that was read by its host; else empty. */
  notices: readonly SiteNotice[];
  settings: Settings;
  words: Words;
  assets: Assets;
}

export interface Build {
  local: boolean;
  /** The deployment's VAPID key; without one no domain offers push. */
  pushKey?: string | null;
  /** The database has a host for staff. */
  staff?: boolean;
  /** The deployment has a relay for calls. */
  relay?: boolean;
  database?: string | undefined;
}

export function domainOfFile(
  file: DomainFile,
  { local, pushKey = null, staff = false, relay = false, database = PRIMARY }: Build,
  icons: string | null = null,
): Domain {
  const { id, pool, api, alternates, traffic_sources, preview, nudity, sms_per_day, words, assets } = file;
  // An upstream sends its own pushes, with its own key, and takes its own prices.
  const settings =
    api.mode === "proxy" ? { ...file.settings, fictional_desk: false } : { ...file.settings, push_public_key: pushKey };
  const features = featuresOf(settings, preview, {
    ...{ local, staff: staff && api.mode === "local", relay: relay && api.mode === "local" },
  });
  return {
    ...{ id, pool, database, api, alternates, trafficSources: traffic_sources, features, nudity, icons, previewUntil: null },
    notices: [],
    smsPerDay: sms_per_day,
    ...{ settings, words, assets },
    ...(local && { localHost: file.hosts.find((host) => /(^|\.)localhost$/.test(host)) }),
  };
}

interface Preview {
  host: string;
  /** In ms. */
  until: number;
}
export type DomainReader = ReturnType<typeof domainReader>;

export function domainReader(build: Build) {
  return (file: string, icons: string | null, preview: Preview | null = null): Domain => {
    const domain = domainOfFile(parseStored(domainFileSchema, file), build, icons);
    return preview ? previewOf(domain, preview) : domain;
  };
}

/** No file can name it: an id has no colon. */
const PREVIEW = "preview:";

/** A preview shows no member: its pool is empty, and it asks no upstream. */
function previewOf(domain: Domain, { host, until }: Preview): Domain {
  return {
    ...domain,
    id: PREVIEW + domain.id,
    pool: PREVIEW + domain.id,
    api: { mode: "local" },
    alternates: {},
    previewUntil: until,
    localHost: undefined,
    settings: { ...domain.settings, domain: host },
  };
}

/** The id in the file, also of a preview. */
export function fileIdOf({ id }: Pick<Domain, "id">): string {
  return id.startsWith(PREVIEW) ? id.slice(PREVIEW.length) : id;
}

export function isPreviewOver({ previewUntil }: Pick<Domain, "previewUntil">, now: number): boolean {
  return previewUntil !== null && previewUntil <= now;
}
