import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { runSql, writeMessage } from "./actions.ts";
import { addMember } from "./add-member.ts";
import { fictionalActs } from "./fictional-acts.ts";
import type { Tools } from "./program-acts.ts";

/** A message to a fictional profile, in the hands of this person. */
export async function deskItem({ viewer, now }: StaffMemberContext) {
  const [member, profile, item] = [await addMember(), await addMember(), newId()];
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", profile);
  const conversation = await writeMessage(member, profile);
  await runSql(
    `INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at, leased_by, leased_until)
     VALUES (?1, 'desk', ?2, ?3, 'liaison', 'liaison', 1, 1, ?4, ?5)`,
    ...[item, conversation, member, viewer.id, now + HOUR],
  );
  return { item, profile, conversation };
}

/** Acts at the desk, and about the profiles that it answers for. */
export function deskActs<A>(tools: Tools<A>) {
  const { simple, backendOf } = tools;
  return {
    ...fictionalActs(tools),
    addDeskNote: simple(async (ctx) => {
      const { item, profile } = await deskItem(ctx);
      return [{ item, text: "Likes jazz." }, "add desk note", "fictional", profile];
    }),
    removeDeskNote: simple(async (ctx) => {
      const { item, profile } = await deskItem(ctx);
      const { note } = await backendOf(ctx).addDeskNote({ item, text: "Likes jazz." });
      return [{ note }, "remove desk note", "fictional", profile];
    }),
    handOver: simple(async (ctx) => {
      const { item } = await deskItem(ctx);
      return [{ item }, "return work", "work_item", item];
    }),
  };
}
