import type { z } from "zod";
import type { StaffMemberContext } from "./context.ts";
import type { contract } from "./staff.contract.ts";
import type { StaffStore } from "./staff.store.ts";

const PAGE = 100;

type Call = (typeof contract)["staffAudit"];

export function createAuditLog({ store }: { store: Pick<StaffStore, "audit"> }) {
  return {
    async staffAudit(_: StaffMemberContext, filter: z.output<Call["input"]>): Promise<z.output<Call["output"]>> {
      const found = await store.audit(filter, PAGE + 1);
      const rows = found.slice(0, PAGE).map(({ row, name }) => ({
        id: row.id,
        at: new Date(row.at).toISOString(),
        staff: row.staffId,
        name,
        action: row.action,
        object_kind: row.objectKind,
        object_id: row.objectId,
        reason: row.reason,
        request_id: row.requestId,
      }));
      return { rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
    },
  };
}
