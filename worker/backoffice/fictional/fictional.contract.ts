import { z } from "zod";
import { type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { GENDERS, LOOKING_FOR, SHOWN_IN } from "#db/schema/attributes.ts";
import { PICTURE_ORIGINS } from "#db/schema/picture-origins.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { FICTIONAL_STATES } from "./fictional.vocabulary.ts";

const id = z.string().max(100);
const time = z.string();
const state = z.enum(FICTIONAL_STATES);
const site = z.object({
  id: z.string(),
  name: z.string(),
  /** The site has fictional profiles, and its members are here: some can be made. */
  on: z.boolean(),
});

// Bound the work; the rule counts characters.
const line = z.string().max(300).default("");
const text = z.string().max(20_000).default("");

/** As a form sends them: empty says nothing. */
const said = {
  name: line,
  date_of_birth: line,
  gender: line,
  looking_for: line,
  country: line,
  /** A town of the country; with its region after a comma where two towns have the name. */
  town: line,
  about: text,
  ...eachAttribute<Record<Attribute, typeof line>>(() => line),
  ...{ question_1: line, answer_1: text, question_2: line, answer_2: text, question_3: line, answer_3: text },
  /** Codes of interests, with a space between two. */
  chosen: z.string().max(2000).default(""),
};

/** What a site asks, in its order. */
const offered = z.object({
  language: z.enum(LANGUAGES),
  genders: z.array(z.enum(GENDERS)),
  looking_for: z.array(z.enum(LOOKING_FOR)),
  countries: z.array(z.string()),
  places: z.boolean(),
  attributes: z.array(z.string()),
  interests: z.array(z.string()),
  about: z.boolean(),
  questions: z.array(z.string()),
  min_age: z.int(),
});

const stored = z.object({
  ...{ name: z.string(), date_of_birth: z.string(), gender: z.enum(SHOWN_IN), looking_for: z.enum(LOOKING_FOR) },
  ...{ country: z.string(), town: z.string(), about: z.string() },
  attributes: z.record(z.string(), z.string()),
  interests: z.array(z.string()),
  prompts: z.array(z.object({ question: z.string(), answer: z.string() })),
});

const photo = z.object({
  id: z.string(),
  /** Shown in lists. */
  main: z.boolean(),
  /** False while moderators look at it, and once they have removed it. */
  shown: z.boolean(),
  /** Null: not stated, since an earlier version stored it. */
  origin: z.enum(PICTURE_ORIGINS).nullable(),
  source: z.string(),
  by: z.string(),
});

const ONE = { access: "operation", object: "fictional" } as const;
const REFUSALS = ["not_found", "conflict", "forbidden", "too_many_requests"] as const;

export const contract = {
  fictionalProfiles: defineStaffCall({
    method: "GET",
    path: "/staff/api/fictional-profiles",
    access: "desk",
    object: "fictional",
    input: z.strictObject({
      site: id.default(""),
      state: z.union([state, z.literal("")]).default(""),
      gender: z.union([z.enum(GENDERS), z.literal("")]).default(""),
      /** The beginning of the name. */
      name: z.string().max(100).default(""),
      after: z.string().max(300).optional(),
    }),
    output: z.object({
      profiles: z.array(
        z.object({
          ...{ id: z.string(), name: z.string(), age: z.int(), gender: z.enum(SHOWN_IN), country: z.string() },
          ...{ city: z.string().nullable(), site: z.string(), state, photos: z.int(), at: time },
          /** Id of the main photo. */
          face: z.string().nullable(),
        }),
      ),
      sites: z.array(site),
      /** Null at the end. A page may hold fewer profiles and still go on. */
      next: z.string().nullable(),
    }),
    leaves: { read: "open fictional profiles", limit: "staffLogs" },
    summary: "Lists fictional profiles, the newest first",
  }),
  fictionalForm: defineStaffCall({
    method: "GET",
    path: "/staff/api/fictional-form",
    ...ONE,
    input: z.strictObject({ site: id }),
    output: z.object({ site, offered }),
    refuses: ["not_found"],
    leaves: { nothing: "what a site asks its members is public" },
    summary: "What the form of a new fictional profile asks on a site",
  }),
  fictionalProfile: defineStaffCall({
    method: "GET",
    path: "/staff/api/fictional-profile",
    access: "desk",
    object: "fictional",
    input: z.strictObject({ id }),
    output: z.object({
      ...{ id: z.string(), site, offered, stored, state, age: z.int(), at: time },
      /** A change names it: of an older one, nothing is stored. */
      base: z.string(),
      photos: z.array(photo),
      photo_limit: z.int(),
      /** A decision of staff hides it: only its end can show it again. */
      banned: z.boolean(),
    }),
    refuses: ["not_found"],
    leaves: { read: "open fictional profile", limit: "staffLogs", of: ({ id: profile }) => [{ id: profile }] },
    summary: "Shows a fictional profile with its photos and where they are from",
  }),
  fictionalPicture: defineStaffCall({
    method: "GET",
    path: "/staff/api/fictional-picture",
    access: "desk",
    object: "fictional",
    input: z.strictObject({ photo: id, size: z.enum(["full", "card"]) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { nothing: "a picture of a fictional profile shows nobody, and members see it" },
    summary: "A photo of a fictional profile",
  }),
  addFictional: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-fictional",
    ...ONE,
    input: z.strictObject({ site: id, ...said }),
    output: z.object({ id: z.string() }),
    refuses: REFUSALS,
    leaves: CHANGE,
    shows: ({ id: made }) => ({ made }),
    summary: "Makes a fictional profile, which members see at once with its label",
  }),
  changeFictional: defineStaffCall({
    method: "POST",
    path: "/staff/api/change-fictional",
    ...ONE,
    input: z.strictObject({ id, base: z.string().max(100), ...said }),
    output: z.object({}),
    refuses: REFUSALS,
    leaves: CHANGE,
    shows: () => ({ done: "changed" }),
    summary: "Changes what a fictional profile says, unless somebody else has changed it since",
  }),
  switchFictional: defineStaffCall({
    method: "POST",
    path: "/staff/api/switch-fictional",
    ...ONE,
    input: z.strictObject({ id, to: z.enum(["hidden", "active"]) }),
    output: z.object({}),
    refuses: REFUSALS,
    leaves: CHANGE,
    shows: () => ({ done: "switched" }),
    summary: "Hides a fictional profile from members, who cannot write to it meanwhile, or shows it again",
  }),
  endFictional: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-fictional",
    ...ONE,
    input: z.strictObject({ id, sure: z.literal("on").optional() }),
    output: z.object({}),
    refuses: REFUSALS,
    leaves: CHANGE,
    shows: () => ({ done: "ended" }),
    summary: "Ends a fictional profile for good, as if a member had left",
  }),
};
