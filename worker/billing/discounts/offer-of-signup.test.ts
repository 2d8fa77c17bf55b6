import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { accounts } from "#db/schema/index.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signUp } from "#tests/setup/signup.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { findMember } from "#worker/people/identity/member.sql.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { payments, discounts, domainsStore } = servicesOf(env);
const WITH = { time_bonus: true };
const WITHOUT = { time_bonus: false };

/** A member who signed up under these settings, seen under the others, `after` ms later. */
async function seen(signedUpUnder: object, now: object, after: number, sells = true) {
  const preview = sells ? (["payments"] as const) : [];
  const { id } = await signUp({ settings: signedUpUnder, preview });
  await env.DB.prepare("UPDATE accounts SET activated_at = created_at, status = 'active' WHERE id = ?").bind(id).run();
  const viewer = (await findMember(connect(env.DB), eq(accounts.id, id))) as unknown as Viewer;
  return (await contextOf({ viewer, settings: now, preview: ["payments"], now: NOON + after })) as MemberContext;
}

/** What the pages offer, and what an order takes off. */
async function offerOf(ctx: MemberContext) {
  const { discount } = await payments.quote(ctx, { package: "c60", method: "card" });
  return [discounts.offered(ctx).map(({ code }) => code), discount?.code ?? null];
}

test.each<[string, object, object, number, string | null]>([
  ["the bonus, while it runs", WITH, WITH, HOUR, "TIMEBONUS25"],
  ["nothing after the bonus", WITH, WITH, 5 * HOUR, null],
  ["nothing after the bonus, where it was switched off since", WITH, WITHOUT, 5 * HOUR, null],
  ["no code instead of a bonus that was switched off", WITH, WITHOUT, HOUR, null],
  ["the code where no bonus ran", WITHOUT, WITHOUT, HOUR, "WELCOME25"],
  ["the code, and no bonus that was switched on since", WITHOUT, WITH, HOUR, "WELCOME25"],
])("a member has %s: pages and checkout agree", async (_, signedUpUnder, now, after, code) => {
  expect(await offerOf(await seen(signedUpUnder, now, after))).toEqual([code === null ? [] : [code], code]);
});

test("who signed up before the domain sold anything never had the bonus", async () => {
  expect(await offerOf(await seen(WITH, WITH, HOUR, false))).toEqual([["WELCOME25"], "WELCOME25"]);
});

test("a domain that was stored before the setting runs the time bonus", async () => {
  const stored = await env.DB.prepare("SELECT settings FROM domains WHERE id = 'liaison'").first<{ settings: string }>();
  await env.DB.prepare("UPDATE domains SET settings = json_remove(settings, '$.settings.time_bonus') WHERE id = 'liaison'").run();
  expect((await domainsStore.findById("liaison"))?.settings.time_bonus).toBe(true);
  await env.DB.prepare("UPDATE domains SET settings = ? WHERE id = 'liaison'").bind(stored?.settings).run();
});

test("the demo's main domain runs the time bonus, and Dichtbij the welcome code", async () => {
  const [main, near] = await Promise.all(["liaison", "dichtbij"].map((id) => domainsStore.findById(id)));
  expect([main?.settings.time_bonus, near?.settings.time_bonus]).toEqual([true, false]);
  expect(near?.settings.welcome_discount_hours).toBeGreaterThan(0);
});
