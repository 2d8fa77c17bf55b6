import { z } from "zod";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { WAITING_NAMES } from "./status.vocabulary.ts";

const time = z.iso.datetime().nullable();

export const contract = {
  staffStatus: defineStaffCall({
    method: "GET",
    path: "/staff/api/status",
    access: "operation",
    object: "deployment",
    input: z.strictObject({}),
    output: z.object({
      at: z.iso.datetime(),
      build: z.object({ version: z.string(), build: z.string(), schema: z.string() }),
      cron: z.object({ ran_at: time, took_ms: z.int().nullable(), late: z.boolean() }),
      /** Those that ever failed, the newest failure first. `failures` in a row; 0 where the last run ended well. */
      tasks: z.array(z.object({ name: z.string(), failed_at: time, failures: z.int(), error: z.string() })),
      /** `count` is at most the limit, `oldest` since when the first is due. */
      waiting: z.array(z.object({ name: z.enum(WAITING_NAMES), count: z.int(), oldest: time, late: z.boolean() })),
      limit: z.int(),
      mail: z.object({
        sent_at: time,
        /** Waiting and failed mails by the code of the last refusal. */
        errors: z.array(z.object({ code: z.string(), count: z.int(), at: time })),
      }),
      /** Devices whose push service refuses everything at the moment. */
      push: z.object({ sent_at: time, refused: z.int(), refused_at: time }),
      payments: z.array(z.object({ provider: z.string(), paid_at: time, refused: z.int(), refused_at: time })),
      /** The trusted list of issuers of proofs of age; null where none is asked for. `expired` and `none` stop the EU proof. */
      age_list: z
        .object({
          state: z.enum(["fresh", "old", "expired", "none"]),
          source: z.string(),
          issued: time,
          next_update: time,
          read: time,
          providers: z.int(),
        })
        .nullable(),
    }),
    refuses: ["too_many_requests"],
    leaves: { read: "open status", limit: "staffStatus" },
    summary: "Tells what waits, when the cron ran, and when each provider last did what it should",
  }),
};
