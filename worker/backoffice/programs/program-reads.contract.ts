import { z } from "zod";
import {
  DECISION_KINDS,
  DECISION_REASONS,
  PAYMENT_STATUSES,
  REPORT_KINDS,
  REPORT_OUTCOMES,
  REPORT_REASONS,
} from "#db/schema/attributes.ts";
import type { API_SCOPES } from "#db/schema/operator-codes.ts";
import type { ErrorCode } from "#worker/platform/errors.ts";

/** A call of operators' programs, which read with a token. */
export interface ProgramCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  path: `/v1/${string}`;
  scope: (typeof API_SCOPES)[number];
  /** Query. */
  input: I;
  output: O;
  summary: string;
}

/** What a token lets the caller read. */
export interface Program {
  /** Null for all sites. */
  site: string | null;
}

export const PROGRAM_REFUSES: ErrorCode[] = ["authentication_required", "forbidden", "invalid", "too_many_requests", "internal"];

function define<I extends z.ZodType, O extends z.ZodType>(call: ProgramCall<I, O>): ProgramCall<I, O> {
  return call;
}

const time = z.iso.datetime();
const day = z.iso.date();
const after = z.string().max(500).optional().describe("`next` of the page before");
const site = z.string().max(100).optional().describe("Id of one site. A token of one site reads that one only.");
const page = z.strictObject({ site, after });
/** A page may have fewer rows than others, or none: it goes on until this is null. */
const next = z.string().nullable();

export const contract = {
  v1Members: define({
    path: "/v1/members",
    scope: "members",
    input: page,
    output: z.object({
      members: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          state: z.enum(["not_confirmed", "active", "deleted", "erased"]),
          has_paid: z.boolean(),
          signed_up_at: time,
          confirmed_at: time.nullable(),
          deleted_at: time.nullable(),
        }),
      ),
      next,
    }),
    summary: "Members by id, with their states. Fictional profiles are left out.",
  }),
  v1Orders: define({
    path: "/v1/orders",
    scope: "orders",
    input: page,
    output: z.object({
      orders: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          member: z.string(),
          state: z.enum(PAYMENT_STATUSES),
          package: z.string(),
          credits: z.number(),
          currency: z.string().describe("ISO 4217. Sums are in its smallest unit, tax included."),
          amount: z.number(),
          tax: z.number(),
          tax_rate: z.number().describe("Tenths of a percent"),
          country: z.string(),
          method: z.string(),
          provider: z.string(),
          refunded: z.number().describe("Sum of the credit notes"),
          created_at: time,
          paid_at: time.nullable(),
        }),
      ),
      next,
    }),
    summary: "Orders by id, with their sums",
  }),
  v1Reports: define({
    path: "/v1/reports",
    scope: "reports",
    input: page,
    output: z.object({
      reports: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          member: z.string().describe("The reported one"),
          about: z.enum(REPORT_KINDS),
          reason: z.enum(REPORT_REASONS),
          state: z.enum(["open", "decided"]),
          outcome: z.enum(REPORT_OUTCOMES).nullable(),
          created_at: time,
          due_at: time,
          decided_at: time.nullable(),
        }),
      ),
      next,
    }),
    summary: "Reports by id, without texts and without who reported",
  }),
  v1Decisions: define({
    path: "/v1/decisions",
    scope: "decisions",
    input: page,
    output: z.object({
      decisions: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          member: z.string(),
          report: z.string().nullable(),
          kind: z.enum(DECISION_KINDS),
          reason: z.enum(DECISION_REASONS),
          created_at: time,
          until: time.nullable().describe("End of a mute"),
          lifted_at: time.nullable(),
          objected_at: time.nullable(),
          closed_at: time.nullable(),
        }),
      ),
      next,
    }),
    summary: "Decisions against members by id, without texts",
  }),
  v1Figures: define({
    path: "/v1/figures",
    scope: "figures",
    input: z.strictObject({ site: z.string().max(100), from: day, to: day, after }),
    output: z.object({
      figures: z.array(
        z.object({
          day,
          name: z.string().describe("As on the page of the figures: signups, members, active, orders, revenue and others"),
          part: z.string().describe("Currency or kind of work; empty for others"),
          value: z.number(),
        }),
      ),
      next,
    }),
    summary: "The counters of a site by day (UTC)",
  }),
};
