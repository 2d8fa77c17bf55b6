import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import type { StaffRole } from "#db/schema/attributes.ts";
import { outbox, staffAudit } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { addPassword } from "#tests/setup/staff-codes.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createStaffBackend } from "#worker/server/staff/backend.ts";
import type { StaffCallName } from "#worker/server/staff/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { StaffMemberContext } from "./context.ts";

const db = connect(env.DB);
const rooms = servicesOf(env);

let anna: string;
let photo: string;
let now: number;

const call = (ctx: StaffMemberContext, name: StaffCallName, input: object) =>
  createStaffBackend(env, ctx, () => {})[name](input as never) as Promise<unknown>;
const codeOf = (work: Promise<unknown>) => work.then(() => "done").catch(({ code }: AppError) => code);
const rowsOf = async ({ viewer }: StaffMemberContext) =>
  (await db.select().from(staffAudit)).filter(({ staffId }) => staffId === viewer.id);

beforeEach(async () => {
  await env.DB.exec("DELETE FROM outbox");
  now = Date.now();
  anna = await addMember({ name: "Anna" });
  photo = newId();
  await env.PHOTOS.put(`key-${photo}.card`, "photo", { httpMetadata: { contentType: "image/webp" } });
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?3, 1, 'active', 'private', 1)",
    ...[photo, anna, `key-${photo}`],
  );
});

async function logged(role: StaffRole): Promise<StaffMemberContext> {
  const { id, email, token, rows } = await staffRows(role);
  for (const row of rows) await runSql(row.sql, ...row.values);
  await addPassword(id);
  const viewer = (await rooms.staff.viewer(token, now)) ?? expect.unreachable(email);
  return { ...staffContext(role, now), viewer, origin: "http://staff.localhost" };
}

test.each([
  ["memberFile", () => ({ id: anna }), 60],
  ["memberPhoto", () => ({ photo, size: "card" }), 60],
] as const)(
  "%s at once is refused above its limit, and the first refusal of an hour tells all operators",
  async (name, input, most) => {
    await runSql("UPDATE staff_members SET disabled_at = 1 WHERE role <> 'operator'");
    const [olga, sol] = [await logged("operator"), await logged("moderator")];
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const codes = await Promise.all(Array.from({ length: most + 20 }, () => codeOf(call(sol, name, input()))));
    expect(codes.filter((code) => code === "done")).toHaveLength(most);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(20);
    const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    expect(lines.filter(({ event }) => event === "staff read limit")).toMatchObject([{ staff: sol.viewer.id }]);
    const mails = (await db.select().from(outbox)).filter(({ recipient }) => recipient === olga.viewer.email);
    expect(mails).toMatchObject([{ template: "staff", text: expect.stringContaining("/staff/audit") }]);
    expect((await rowsOf(sol)).filter(({ action }) => action === "reach read limit")).toHaveLength(1);
    expect(await codeOf(call(olga, name, input())), "another person").toBe("done");
  },
);
