import type { StaffObject } from "#db/schema/attributes.ts";
import type { staffAudit } from "#db/schema/index.ts";
import type { StaffContext } from "./context.ts";

export type AuditRow = typeof staffAudit.$inferInsert;

interface Action {
  action: string;
  /** Defaults to the acting staff member. */
  by?: string | null;
  object?: StaffObject;
  id?: string | null;
  /** A code: free text could hold personal data, which the log would keep for ever. */
  reason?: string | null;
}

export function auditRow(
  { now, requestId, viewer }: Pick<StaffContext, "now" | "requestId" | "viewer">,
  { action, by = viewer?.id ?? null, object = "none", id = null, reason = null }: Action,
): AuditRow {
  return { at: now, staffId: by, action, objectKind: object, objectId: id, reason, requestId };
}
