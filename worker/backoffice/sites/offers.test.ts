import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { applyTestDomains } from "#tests/setup/domains.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { withoutSecrets } from "#worker/platform/form-answer.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { offers } = servicesOf(env);
const [OPEN, CLOSED] = ["liaison", "velvet"];
let olga: StaffMemberContext;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );
const actions = async () =>
  (
    await env.DB.prepare("SELECT action, object_id AS id, reason FROM staff_audit WHERE staff_id = ? ORDER BY id")
      .bind(olga.viewer.id)
      .all()
  ).results.map(({ action, id, reason }) => [action, id, reason]);

beforeEach(async () => {
  await applyTestDomains();
  for (const table of ["discount_codes", "invites"]) await env.DB.exec(`DELETE FROM ${table}`);
  olga = staffContext("operator", Date.now());
});

test("a code is added once, listed with its terms, ended for good, and each act is noted", async () => {
  expect(await offers.addSiteCode(olga, { site: OPEN, discount: "spring20", percent: "20", country: "AT" })).toEqual({
    code: "SPRING20",
  });
  expect(await codeOf(offers.addSiteCode(olga, { site: OPEN, discount: "SPRING20", percent: "30" }))).toBe("conflict");
  expect((await offers.siteOffers(olga, { site: OPEN })).codes).toMatchObject([
    { code: "SPRING20", percent: "20.0", active: true, country: "AT", reserved: 0, used: 0 },
  ]);
  await offers.endSiteCode(olga, { site: OPEN, discount: "spring20" });
  expect(await codeOf(offers.endSiteCode(olga, { site: OPEN, discount: "spring20" }))).toBe("not_found");
  expect((await offers.siteOffers(olga, { site: OPEN })).codes).toMatchObject([{ active: false }]);
  expect(await actions()).toEqual([
    ["add code", OPEN, "SPRING20"],
    ["end code", OPEN, "SPRING20"],
  ]);
});

test("a code that is none is refused at its field, whose name a refused form keeps", async () => {
  expect(await codeOf(offers.addSiteCode(olga, { site: OPEN, discount: "x", percent: "20" }))).toBe("discount invalid_format");
  expect(withoutSecrets({ discount: "SPRING20" })).toEqual({ discount: "SPRING20" });
});

test("the end of a code is typed in the zone of who types, its smallest order in the currency", async () => {
  const code = { site: OPEN, discount: "SUMMER", percent: "5", zone: "Europe/Vienna" };
  const currency = (await offers.siteOffers(olga, { site: OPEN })).currencies[0] ?? "";
  await offers.addSiteCode(olga, { ...code, until: "2099-07-01T00:30", minimum: "49,99", currency });
  expect((await offers.siteOffers(olga, { site: OPEN })).codes).toMatchObject([
    { until: "2099-06-30T22:30:00.000Z", minimum: 4999, currency },
  ]);
  const next = { ...code, discount: "AUTUMN" };
  expect(await codeOf(offers.addSiteCode(olga, { ...next, until: "31.5.2099" }))).toBe("until invalid_format");
  expect(await codeOf(offers.addSiteCode(olga, { ...next, minimum: "cheap", currency }))).toBe("minimum invalid_format");
  expect(await codeOf(offers.addSiteCode(olga, { ...next, minimum: "49.99" }))).not.toBe("done");
});

test("a code for a member is for one of this site", async () => {
  const anna = await addMember();
  const add = (account: string) =>
    offers.addSiteCode(olga, { site: OPEN, discount: `X${account.slice(0, 5)}`, percent: "5", account });
  expect(await codeOf(add("nobody"))).toBe("account unknown_option");
  expect(await codeOf(add(anna))).not.toContain("unknown_option");
});

test("a code takes no more off than one operator may change prices by", async () => {
  await env.DB.prepare("UPDATE domains SET settings = json_set(settings, '$.settings.prices_alone', 20) WHERE id = ?")
    .bind(OPEN)
    .run();
  expect(await codeOf(offers.addSiteCode(olga, { site: OPEN, discount: "BIG21", percent: "20.1" }))).toBe("percent out_of_range");
  expect(await codeOf(offers.addSiteCode(olga, { site: OPEN, discount: "BIG20", percent: "20" }))).toBe("done");
});

test("an invitation is a link that is stored as a hash, for a site that needs one, until somebody ends it", async () => {
  expect(await codeOf(offers.addInvitation(olga, { site: OPEN, uses: 1, days: 30 }))).toBe("conflict");
  const { link } = await offers.addInvitation(olga, { site: CLOSED, uses: 3, days: 10 });
  const code = link.split("/").at(-1) ?? "";
  const { invitations, open } = await offers.siteOffers(olga, { site: CLOSED });
  expect([open, invitations]).toEqual([
    false,
    [
      {
        ...{ id: await sha256(code), by_member: false, uses_left: 3, made_at: new Date(olga.now).toISOString() },
        expires_at: new Date(olga.now + 10 * DAY).toISOString(),
      },
    ],
  ]);
  const [made] = invitations;
  expect(await codeOf(offers.endInvitation(olga, { site: OPEN, invitation: made?.id ?? "" }))).toBe("not_found");
  await offers.endInvitation(olga, { site: CLOSED, invitation: made?.id ?? "" });
  expect((await offers.siteOffers(olga, { site: CLOSED })).invitations).toEqual([]);
  expect((await actions()).map(([action]) => action)).toEqual(["add invitation", "end invitation"]);
});
