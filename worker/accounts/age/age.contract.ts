import { z } from "zod";
import { AGE_METHODS, AGE_WAYS, PROVER_METHODS } from "#db/schema/age-methods.ts";
import { defineCall } from "#worker/platform/call.ts";
import { AGE_FAILURES } from "./method.vocabulary.ts";

/** The address that takes the posts of apps. */
export const AGE_ANSWER = "/api/age-answer.php";

/** `unconfirmed`: an app says "under 18", and this browser has not confirmed it. */
const outcome = z.enum(["waiting", "unconfirmed", "over", "under", ...AGE_FAILURES]);
export type AgeRequestOutcome = z.output<typeof outcome>;

const request = z.object({
  method: z.enum(PROVER_METHODS),
  way: z.enum(AGE_WAYS),
  outcome,
  expires_at: z.iso.datetime(),
  /** Where the member goes on: a path of this site. */
  next: z.string(),
  /** For an app (`av://…`), or the page of a provider; null once it is answered. */
  link: z.string().nullable(),
  /** The same for apps that know only `openid4vp://`. */
  wallet_link: z.string().nullable(),
  /** For `navigator.credentials.get({ digital: { requests: [browser] } })`. */
  browser: z.object({ protocol: z.string(), data: z.record(z.string(), z.string()) }).nullable(),
});
export type AgeRequest = z.output<typeof request>;

const state = z.object({
  /** What waits for the proof, and from which day on (null: now); null if nothing does. */
  needed: z
    .object({
      when: z.enum(["before_contact", "before_members", "at_signup"]),
      from: z.iso.date().nullable(),
      methods: z.array(z.enum(AGE_METHODS)),
      /** Those of them by which nothing can be checked at the moment. */
      unavailable: z.array(z.enum(PROVER_METHODS)).default([]),
    })
    .nullable(),
  /** All that is kept: the method, its day, and the first day on which it holds no more. */
  proofs: z.array(z.object({ method: z.enum(AGE_METHODS), day: z.iso.date(), until: z.iso.date().nullable() })),
  /** The day on which an app said "under 18", unconfirmed and without a proof since. */
  unconfirmed: z.iso.date().nullable().default(null),
  /** The latest request of this session, for ten minutes. */
  request: request.nullable(),
});

export const contract = {
  ageProof: defineCall({
    method: "GET",
    path: "/api/age-proof.php",
    input: z.strictObject({}),
    output: state,
    summary: "Tells what the member must prove about the age, what is kept, and the open request",
  }),
  beginAgeProof: defineCall({
    method: "POST",
    path: "/api/age-proof.php",
    status: 201,
    input: z.strictObject({
      /** A person (`person`) is asked by `sendAgeCheck`. */
      method: z.enum(PROVER_METHODS),
      /** `provider` for `oidc`; the others for `eu`. */
      way: z.enum(AGE_WAYS),
      next: z.string().max(2000).default("/members"),
    }),
    output: request,
    refuses: ["conflict", "upstream_failed"],
    summary: "Begins a proof of age; it holds for ten minutes, in this session, for one answer",
  }),
  receiveAgeProof: defineCall({
    method: "PUT",
    path: "/api/age-proof.php",
    input: z.strictObject({
      /** `DigitalCredential.data` as the browser gave it. */
      answer: z.unknown().optional(),
      /** By which an app led back to this browser. */
      code: z.string().max(200).optional(),
      /** The query that a provider added to the address it led back to. */
      query: z.string().max(4000).optional(),
      /** The answer of the app (`unconfirmed`) was the member's own. */
      confirm: z.literal(true).optional(),
    }),
    output: z.object({ outcome, next: z.string() }),
    summary: "Takes the answer of this browser, and finishes what an app or a provider has answered",
  }),
  cancelAgeProof: defineCall({
    method: "DELETE",
    path: "/api/age-proof.php",
    input: z.strictObject({}),
    output: state,
    summary: "Ends the open request without an answer",
  }),
};
