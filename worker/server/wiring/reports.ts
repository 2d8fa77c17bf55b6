import { createCasesStore } from "#worker/backoffice/decisions/cases.store.ts";
import { createDecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import { createDecisions } from "#worker/backoffice/decisions/decisions.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { createHeldChatsStore } from "#worker/people/reports/held-chats.store.ts";
import { createHeldChat } from "#worker/people/reports/held-chats.ts";
import { createProofSweep } from "#worker/people/reports/proof-sweep.ts";
import { createProofsStore } from "#worker/people/reports/proofs.store.ts";
import { createReportsStore } from "#worker/people/reports/reports.store.ts";
import { createReports } from "#worker/people/reports/reports.ts";
import { createSubjectsStore } from "#worker/people/reports/subjects.store.ts";
import type { createMemberServices } from "./members.ts";
import type { Platform } from "./platform.ts";

export function createReportServices(
  { db, archive, cursors, keyedHash }: Platform,
  { blocks }: Pick<ReturnType<typeof createMemberServices>, "blocks">,
  pictures: PhotoFiles,
) {
  const held = createHeldChatsStore(db);
  const subjects = createSubjectsStore(db, archive);
  return {
    heldChats: held,
    proofSweep: createProofSweep({ store: createProofsStore(db), pictures }),
    heldChat: createHeldChat({ store: held, archive }),
    decisions: createDecisions({ store: createDecisionsStore(db), keyedHash, reads: createCasesStore(db) }),
    memberReports: createReports({ store: createReportsStore(db), subjects, cursors, block: blocks.block }),
  };
}
