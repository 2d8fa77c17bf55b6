import type { StaffRole } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";

/** A request of a new staff member. */
export function staffContext(role: StaffRole, now: number): StaffMemberContext {
  const viewer = { id: newId(), name: "Mo", email: "mo@staff.example", role, tokenHash: newId(), expiresAt: now + DAY };
  return { requestId: newId(), now, network: newId(), userAgent: "", origin: "", viewer };
}
