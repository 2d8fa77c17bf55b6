import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";
import { DRAFT_STEPS } from "./draft.vocabulary.ts";

const text = (most: number) => z.string().max(most).optional();

/** Never a password. One consent lets the draft keep an identity. The sign-up takes it for the same text and language only. */
export const draftValuesSchema = z.strictObject({
  gender: text(20),
  /** With the gender `more`. Without the consent nothing of it is kept. */
  shown_in: text(20),
  identity: text(20),
  identity_words: text(1000),
  identity_shown: text(10),
  identity_consent: text(20).meta({ description: "The version of the text, a space and the language in which it was read" }),
  looking_for: text(20),
  date_of_birth_day: text(10),
  date_of_birth_month: text(10),
  date_of_birth_year: text(10),
  /** Whom the visitor wants to see: ages, kilometres or `any`, and `field:code`. */
  min_age: text(10),
  max_age: text(10),
  distance: text(10),
  dealbreaker_1: text(80),
  dealbreaker_2: text(80),
  country: text(20),
  name: text(1000),
  email: text(1000),
  signup_message: text(2000),
  signup_profile: text(40),
  /** A path of this site. */
  next: text(2000),
});
export type DraftValues = z.output<typeof draftValuesSchema>;

const draftSchema = z.object({
  step: z.enum(DRAFT_STEPS),
  values: draftValuesSchema,
  updated_at: z.iso.datetime(),
});
export type Draft = z.output<typeof draftSchema>;

export const contract = {
  signupDraft: defineCall({
    method: "GET",
    path: "/api/signup-draft.php",
    access: "anyone",
    input: z.object({}),
    output: draftSchema.nullable(),
    mayBeNothing: true,
    summary: "The sign-up that this browser has begun, for seven days",
  }),

  saveSignupDraft: defineCall({
    method: "PUT",
    path: "/api/signup-draft.php",
    access: "anyone",
    input: z.strictObject({
      /** A step requires valid answers to the ones before it. */
      step: z.enum(DRAFT_STEPS),
      values: draftValuesSchema,
    }),
    output: draftSchema,
    summary: "Keeps what was typed into the sign-up; never a password, and nothing of who is too young",
  }),

  dropSignupDraft: defineCall({
    method: "DELETE",
    path: "/api/signup-draft.php",
    access: "anyone",
    input: z.strictObject({}),
    output: z.object({ dropped: z.literal(true) }),
    summary: "Forgets what was typed into the sign-up",
  }),
};
