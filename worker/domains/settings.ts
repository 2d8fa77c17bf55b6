import { z } from "zod";
import { INTERESTS } from "#db/schema/attributes.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { priceProblems, priceSettings } from "./prices.ts";

const country = z.string().regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)");
const language = z.enum(LANGUAGES);
const count = z.int().min(0);
const yesNo = z.enum(["yes", "no"]);
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, "a colour as #rrggbb");
const host = z.string().regex(/^[a-z0-9.-]+$/, "lower case, without port");

/** Fields of a profile that a domain may show and search by. */
export const PROFILE_FIELDS = ["sexuality", "hair", "eyes", "body", "relationship", "tattoos", "reason", "interests"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

export const companySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  country,
  kvk: z.string().default(""),
  tradenames: z.array(z.string()).default([]),
  vat_numbers: z.array(z.string()).default([]),
  /** ISO 8601; the terms are dated no earlier. */
  added: z.iso.datetime(),
});

/** The spec's Settings entity (section 3) and what product.md adds to it. Everything a visitor may read. */
export const settingsSchema = z.strictObject({
  name: z.string().min(1),
  domain: host,
  domain_language: z.string().min(2),
  cdn_prefix: z.string().default("/media/"),
  index_title: z.string(),
  description: z.string(),
  countries: z.array(country).min(1),
  niche: z.int().min(1).max(7).default(1),
  signups: z.enum(["all", "with_trafficsource"]).default("all"),
  logged_out_search: z.boolean().default(false),
  logged_out_search_trafficsource: z.boolean().default(false),
  /** Where a visitor is taken to be when the network does not say. */
  geoip_country: country,
  /** The country chosen in the search at first; null takes the visitor's own. */
  geoip_selected_country: country.nullable().default(null),
  region_data: yesNo.default("yes"),
  ...priceSettings,
  message_credits: count.default(1),
  signup_credits: count.default(0),
  photo_credits: count.default(2),
  gift_credits: count.default(5),
  message_length: z.int().min(1).max(10_000).default(1000),
  push_public_key: z.string().nullable().default(null),
  support_phone: z.string().default(""),
  support_email: z.email(),
  enable_site_entry_popup: yesNo.default("yes"),
  /** Where visitors are warned before they enter; null is everywhere. */
  site_entry_countries: z.array(country).nullable().default(null),
  fictional_icon: z.boolean().default(true),
  fictional_warning: z.boolean().default(true),
  fictional_singular: z.string().nullable().default(null),
  fictional_plural: z.string().nullable().default(null),
  visible_profile_fields: z.array(z.enum(PROFILE_FIELDS)).default([...PROFILE_FIELDS]),
  visible_profile_notes: z.array(z.string()).default([]),
  search_fields: z.array(z.enum(PROFILE_FIELDS)).default(["hair", "body"]),
  interests: z.array(z.enum(INTERESTS)).default([...INTERESTS]),
  /** Where the promotion card among the members leads, of another company; null is none. */
  member_resell: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  refund_days: count.default(14),
  /** Percent off for who is about to delete the account. Shown nowhere as long as nothing can be bought: it could not be honoured. */
  delete_discount: count.default(0),
  /** A partner's site that who has deleted the account may go to, with nothing said about them; null is none. */
  delete_redirect: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  mail_name: z.string(),
  /** One of three address variants, the first whose country it lists; `*` is for all others. */
  companies: z
    .record(z.string(), companySchema)
    .refine((companies) => "*" in companies, 'one company must stand under "*", for all other countries'),
  languages: z
    .array(language)
    .min(1)
    .default([...LANGUAGES]),
  /** Where a country offers fewer languages than the domain. */
  languages_by_country: z.record(country, z.array(language).min(1)).default({}),
  min_age: z.int().min(18).default(18),
  reveal_accounts: yesNo.default("yes"),
  /** Conversations a free member may start; null makes the sign-up credits the free messages. */
  free_conversations: count.nullable().default(2),
  free_view_photos: count.default(3),
  fictional_profiles: z.boolean().default(false),
  chat_history: z.strictObject({ messages: count.optional(), days: count.optional() }).nullable().default(null),
  welcome_discount_hours: count.default(48),
  /** Path of the domain's own film for `/landers/video`, e.g. `/films/harbour.webm`; null shows ours. */
  lander_video: z
    .string()
    .regex(/^\/(?!\/)[\w./-]+\.(webm|mp4)$/, "a path on this host that ends in .webm or .mp4")
    .nullable()
    .default(null),
  /** Custom properties of app/styles/tokens.css that this niche restyles. */
  theme: z.strictObject({ primary: colour, secondary: colour, success: colour, unread: colour }).partial().default({}),
});
export type Settings = z.output<typeof settingsSchema>;

/** A file of db/domains: what a visitor may read, and what only the deployment knows. */
export const domainFileSchema = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9-]+$/),
  hosts: z.array(host).min(1),
  /** Members of one pool see each other; a domain without one of its own name shares none. */
  pool: z.string().regex(/^[a-z0-9-]+$/),
  api: z
    .discriminatedUnion("mode", [
      z.strictObject({ mode: z.literal("local") }),
      z.strictObject({ mode: z.literal("proxy"), upstream: z.url(), timeout_ms: z.int().min(100).max(30_000).default(8000) }),
    ])
    .default({ mode: "local" }),
  /**
   * The same site in other languages: hosts by BCP 47 tag (`x-default` for all others), this one included. Told to search
   * engines; each of the named domains names the same.
   */
  alternates: z
    .record(z.string().regex(/^(x-default|[a-z]{2}(-[A-Z]{2})?)$/, "a language tag like de or de-AT, or x-default"), host)
    .default({}),
  /** Traffic sources (values of `network`) that may sign up on an invite-only domain. */
  traffic_sources: z.array(z.string()).default([]),
  settings: settingsSchema.superRefine((settings, ctx) => {
    for (const problem of priceProblems(settings)) ctx.addIssue({ code: "custom", ...problem });
  }),
});
export type DomainFile = z.output<typeof domainFileSchema>;
export type ProxyApi = Extract<DomainFile["api"], { mode: "proxy" }>;

/** A domain as the edge knows it. */
export interface Domain {
  id: string;
  pool: string;
  api: DomainFile["api"];
  trafficSources: string[];
  /** Hosts of the same site in other languages, by language tag. */
  alternates: Record<string, string>;
  settings: Settings;
}

/** The domain that a checked file describes. */
export function domainOfFile({ id, pool, api, alternates, traffic_sources, settings }: DomainFile): Domain {
  return { id, pool, api, alternates, trafficSources: traffic_sources, settings };
}
