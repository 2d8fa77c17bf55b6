import { createSeal } from "#worker/lib/sealed.ts";
import { createAuditLog } from "#worker/staff/audit-log.ts";
import { createStaffSessions } from "#worker/staff/sessions.ts";
import { createStaffSetup } from "#worker/staff/setup.ts";
import { createStaffStore } from "#worker/staff/staff.store.ts";
import type { Platform } from "./platform.ts";

export function createStaffServices({ env, db, limits, passwords, keyedHash }: Platform) {
  const store = createStaffStore(db);
  const seal = createSeal(env.PASSWORD_PEPPER, "staff totp");
  const deps = { store, passwords, limits, seal, keyedHash };
  return { staff: { ...createStaffSessions(deps), ...createStaffSetup(deps), ...createAuditLog(deps) } };
}
