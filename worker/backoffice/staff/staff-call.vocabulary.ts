import type { z } from "zod";
import { STAFF_ROLES, type StaffObject, type StaffRole } from "#db/schema/attributes.ts";
import type { Seen } from "#worker/platform/answer.ts";
import type { ErrorCode } from "#worker/platform/errors.ts";
import type { ReadLimit } from "#worker/platform/limits-staff-reads.ts";

/** Callers: anybody at the staff host, everybody with an account, or some roles. `staff` may read about members. */
export type StaffAccess = "anyone" | "account" | "staff" | "moderation" | "support" | "operation" | "desk";

export const ROLES_OF: Record<Exclude<StaffAccess, "anyone">, readonly StaffRole[]> = {
  account: STAFF_ROLES,
  staff: ["operator", "support", "moderator"],
  moderation: ["operator", "moderator"],
  support: ["operator", "support"],
  operation: ["operator"],
  desk: ["operator", "desk"],
};

/** What a call leaves in the audit log. A test looks for it. */
type Trace<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> =
  | {
      /** The backend counts the call, and notes it before the answer leaves. */
      read: string;
      limit: ReadLimit;
      of?(input: z.output<I>, output: z.output<O>): readonly Seen[];
    }
  | { change: true }
  | { nothing: string };

export const CHANGE = { change: true } as const;

export interface StaffCall<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends StaffAccess = StaffAccess,
> {
  method: "GET" | "POST";
  path: `/staff/api/${string}`;
  /** Query of a GET; JSON or form of a POST. */
  input: I;
  output: O;
  access: A;
  /** Object of the call; the rule checks the permission for a single one. */
  object: StaffObject;
  /** Its input has files: a multipart form in place of JSON or a plain form. */
  multipart?: true;
  /** Codes beside those that follow from the access. */
  refuses?: readonly ErrorCode[];
  summary: string;
  leaves: Trace<I, O>;
  /** For a form: query parameters of the next page. No personal data. */
  shows?(output: z.output<O>): Record<string, string>;
  /** For a form: a secret that the next page shows once. A cookie carries it, never a URL. */
  hands?(output: z.output<O>): string;
}

export type StaffContract = Record<string, StaffCall>;

export function defineStaffCall<I extends z.ZodType, O extends z.ZodType, A extends StaffAccess>(
  call: StaffCall<I, O, A>,
): StaffCall<I, O, A> {
  return call;
}
