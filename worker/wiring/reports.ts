import { createHeldStore } from "#worker/reports/held.store.ts";
import { createReportsStore } from "#worker/reports/reports.store.ts";
import { createReports } from "#worker/reports/reports.ts";
import { createSubjectsStore } from "#worker/reports/subjects.store.ts";
import type { createMemberServices } from "./members.ts";
import type { Platform } from "./platform.ts";

export function createReportServices(
  { db, archive, cursors }: Platform,
  { blocks }: Pick<ReturnType<typeof createMemberServices>, "blocks">,
) {
  const store = createReportsStore(db);
  return {
    heldChats: createHeldStore(db),
    memberReports: createReports({ store, subjects: createSubjectsStore(db, archive), cursors, block: blocks.block }),
  };
}
