import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { createBansStore } from "#worker/people/bans/bans.store.ts";
import { BANS_RETENTION, createBans } from "#worker/people/bans/bans.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";

const { signupBans, domainsStore } = servicesOf(env);
const store = createBansStore(connect(env.DB));
const bans = createBans(store);
let mo: StaffMemberContext;
let site: Domain;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );
const add = (value: string, more: object = {}) =>
  signupBans.addSignupBan(mo, {
    site: "",
    kind: value.includes("/") ? "network" : "mail_domain",
    value,
    reason: "Spam",
    days: 30,
    ...more,
  });
const from = (network: string, now = mo.now, domain = site) => codeOf(bans.mustNotBeBanned({ domain, network, now }));
const address = async (email: string | null, now = mo.now, domain = site) =>
  (await bans.addressProblem({ domain, network: "local", now }, email))?.code ?? null;

beforeEach(async () => {
  await env.DB.exec("DELETE FROM signup_bans");
  mo = staffContext("operator", Date.now());
  site = (await domainsStore.findById("liaison")) as Domain;
});

test("nobody signs up from a banned network until the ban ends, and each act is noted", async () => {
  const { id } = await add("192.0.2.7/24");
  expect([await from("192.0.2.200"), await from("192.0.3.1"), await from("local")]).toEqual(["signup_refused", "done", "done"]);
  expect(await from("192.0.2.200", mo.now + 31 * DAY)).toBe("done");
  expect((await signupBans.signupBans(mo)).bans).toMatchObject([{ id, value: "192.0.2.0/24", site: null, stands: true }]);
  await signupBans.endSignupBan(mo, { id });
  expect([await from("192.0.2.200"), await codeOf(signupBans.endSignupBan(mo, { id }))]).toEqual(["done", "not_found"]);
  const { results } = await env.DB.prepare("SELECT action, reason FROM staff_audit WHERE staff_id = ? ORDER BY id")
    .bind(mo.viewer.id)
    .all();
  expect(results).toEqual([
    { action: "ban sign-ups", reason: "network" },
    { action: "allow sign-ups", reason: null },
  ]);
});

test("addresses of a banned mail domain and of domains below it are refused, on the site of the ban", async () => {
  await add("anna@Spam.example", { site: "liaison" });
  expect(await address("a@spam.example")).toBe("mail_domain_refused");
  expect(await address("a@mx.spam.example")).toBe("mail_domain_refused");
  expect(await address("a@notspam.example")).toBeNull();
  expect(await address(null)).toBeNull();
  const other = (await domainsStore.findById("velvet")) as Domain;
  expect(await address("a@spam.example", mo.now, other)).toBeNull();
});

test("disposable addresses are refused unless the site takes them", async () => {
  expect(await address("a@mailinator.com")).toBe("mail_domain_refused");
  expect(await address("a@example.org")).toBeNull();
  const open = { ...site, settings: { ...site.settings, refuse_disposable_mail: false } };
  expect(await address("a@mailinator.com", mo.now, open)).toBeNull();
});

test.each([
  ["10.0.0.0/8", {}, "value invalid_format"],
  ["nonsense", {}, "value invalid_format"],
  ["gmail.com", {}, "value invalid_format"],
  ["192.0.2.0/24", { days: 181 }, "days out_of_range"],
  ["spam.example", { reason: " " }, "reason required"],
  ["spam.example", { site: "nowhere" }, "site unknown_option"],
])("a ban of %s with %j is refused", async (value, more, code) => {
  expect(await codeOf(add(value, more))).toBe(code);
});

test("a ban stands once, and is forgotten half a year after its end", async () => {
  await add("spam.example");
  expect(await codeOf(add("spam.example"))).toBe("conflict");
  await store.forget(mo.now + 30 * DAY);
  expect((await signupBans.signupBans(mo)).bans).toHaveLength(1);
  await store.forget(mo.now + 31 * DAY + BANS_RETENTION - BANS_RETENTION + DAY);
  expect((await signupBans.signupBans(mo)).bans).toHaveLength(0);
});
