import { z } from "zod";
import { FIRST_FROM, FIRST_LENGTHS } from "#worker/people/preferences/first-messages.vocabulary.ts";
import { CHANNELS, PACES } from "#worker/people/preferences/preferences.vocabulary.ts";
import { PERIODS } from "#worker/people/preferences/spending.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { FIRST_KINDS, NOTIFICATION_KINDS, type NotificationKind, RETIRED_KINDS } from "./kinds.vocabulary.ts";

const channels = z.enum(CHANNELS);
/** Clients of an earlier version send retired kinds too. */
const kinds = z.enum([...NOTIFICATION_KINDS, ...RETIRED_KINDS]);
const paces = z.enum(PACES);
const periods = z.enum(PERIODS);
/** In the currency's smallest unit; null for no limit. */
const amount = z.int().min(0).max(100_000_000).nullable();
const limits = z.record(periods, amount);

type FirstKind = (typeof FIRST_KINDS)[number];
type LaterKind = Exclude<NotificationKind, FirstKind>;

/** An earlier upstream leaves later kinds out: it sends nothing of them, so the page shows no switch. */
function byKindOf<S extends z.ZodType>(of: S) {
  const isFirst = (kind: NotificationKind) => FIRST_KINDS.some((first) => first === kind);
  const schemas = NOTIFICATION_KINDS.map((kind) => [kind, isFirst(kind) ? of : of.optional()]);
  return z.object(Object.fromEntries(schemas) as Record<FirstKind, S> & Record<LaterKind, z.ZodOptional<S>>);
}

/** The length is in characters; 0 takes any. */
const firstMessages = z.strictObject({
  from: z.enum(FIRST_FROM),
  verified: z.boolean(),
  photo: z.boolean(),
  /** Within the ages and the distance of the member's wishes. */
  wishes: z.boolean(),
  length: z.union(FIRST_LENGTHS.map((length) => z.literal(length))),
  /** They wait as requests. An earlier client or upstream does not know it: left out, it stays as it is. */
  requests: z.boolean().optional(),
});
export type FirstMessagesAnswer = z.output<typeof firstMessages>;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const preferencesSchema = z.object({
  notifications: byKindOf(z.record(channels, z.boolean())),
  /** The channels that a member cannot switch off, by type. */
  always: byKindOf(z.array(channels)),
  /** How soon what is switched on comes, where that can be chosen. An earlier upstream does not know it. */
  paces: z.partialRecord(kinds, z.partialRecord(channels, paces)).optional(),
  privacy: z.object({
    /** Only conversation partners see the profile. */
    invisible: z.boolean(),
    /** Invisible, with security and payment notifications only. */
    paused: z.boolean(),
    /** Mutual: a member who hides read receipts sees none. */
    show_read: z.boolean(),
    /** Mutual: a member who hides the online state sees none. */
    show_online: z.boolean(),
    /** Only logged-in members see the profile. */
    hide_from_visitors: z.boolean(),
    /** Others see that the member answers within a day, if that is so. An earlier upstream does not know it. */
    show_answers: z.boolean().optional(),
    /** Who may begin a conversation. An earlier upstream does not know it. */
    first_messages: firstMessages.optional(),
    /** Only members with a proof of their pose may call. Missing where there are no calls. */
    calls_verified: z.boolean().optional(),
  }),
  /** Mails about messages, matches and likes hold a link that logs in. */
  mail_login: z.boolean().default(true),
  /** The consent to say religion and diet stands. Taking it back erases both. */
  beliefs: z.boolean().default(false),
  /** Name of the site that `site_news` come from: that of the account, on each site of the pool. An earlier upstream does not know it. */
  news_site: z.string().optional(),
  push: z
    .object({
      names: z.boolean(),
      /** Wall-clock times; what comes meanwhile is one message at the end. */
      quiet: z.object({ from: time, to: time, zone: z.string() }).nullable(),
    })
    .default({ names: false, quiet: null }),
  spending: z.object({
    /** Null where nothing is sold. */
    currency: z.string().nullable(),
    limits,
    raise: z.object({ limits, from: z.iso.datetime() }).nullable(),
  }),
});

export const contract = {
  preferences: defineCall({
    method: "GET",
    path: "/api/preferences.php",
    input: z.object({}),
    output: preferencesSchema,
    summary: "What the member is told of and how, what others see, and the limits to spending",
  }),

  updatePreferences: defineCall({
    method: "PUT",
    path: "/api/preferences.php",
    input: z.strictObject({
      notifications: z.partialRecord(kinds, z.partialRecord(channels, z.boolean())).optional(),
      /** Daily and weekly news come together. Switching a kind off and on keeps its pace. */
      paces: z.partialRecord(kinds, z.partialRecord(channels, paces)).optional(),
      mail_login: z.boolean().optional(),
      beliefs: z.boolean().optional(),
      privacy: preferencesSchema.shape.privacy.partial().strict().optional(),
      push: z
        .strictObject({
          names: z.boolean().optional(),
          quiet: z
            .strictObject({ from: time, to: time, zone: z.string().max(100).optional() })
            .nullable()
            .optional(),
        })
        .optional(),
      limits: z.partialRecord(periods, amount).optional(),
    }),
    output: preferencesSchema,
    refuses: ["conflict"],
    summary: "Changes the preferences it names; lower limits hold at once, higher ones after 24 hours",
  }),
};
