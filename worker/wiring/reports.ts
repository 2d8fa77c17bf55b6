import { createCasesStore } from "#worker/decisions/cases.store.ts";
import { createDecisionsStore } from "#worker/decisions/decisions.store.ts";
import { createDecisions } from "#worker/decisions/decisions.ts";
import type { PhotoFiles } from "#worker/photos/photo-files.ts";
import { createHeldStore } from "#worker/reports/held.store.ts";
import { createHeldChat } from "#worker/reports/held.ts";
import { createProofSweep } from "#worker/reports/proof-sweep.ts";
import { createProofsStore } from "#worker/reports/proofs.store.ts";
import { createReportsStore } from "#worker/reports/reports.store.ts";
import { createReports } from "#worker/reports/reports.ts";
import { createSubjectsStore } from "#worker/reports/subjects.store.ts";
import type { createMemberServices } from "./members.ts";
import type { Platform } from "./platform.ts";

export function createReportServices(
  { db, archive, cursors, keyedHash }: Platform,
  { blocks }: Pick<ReturnType<typeof createMemberServices>, "blocks">,
  pictures: PhotoFiles,
) {
  const held = createHeldStore(db);
  const subjects = createSubjectsStore(db, archive);
  return {
    heldChats: held,
    proofSweep: createProofSweep({ store: createProofsStore(db), pictures }),
    heldChat: createHeldChat({ store: held, archive }),
    decisions: createDecisions({ store: createDecisionsStore(db), keyedHash, reads: createCasesStore(db) }),
    memberReports: createReports({ store: createReportsStore(db), subjects, cursors, block: blocks.block }),
  };
}
