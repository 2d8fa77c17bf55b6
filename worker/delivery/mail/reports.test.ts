import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { isByConsent, OPTIONAL } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { mayWait } from "#worker/delivery/notifications/paces.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMailStore } from "./mail.store.ts";
import { createReports, signatureOf } from "./reports.ts";

const SECRET = "the secret of the sandbox";
const ctx = { domain: { id: "liaison", pool: "liaison" }, now: Date.UTC(2026, 10, 21, 12) };
const logged: string[] = [];
const reports = createReports({
  store: createMailStore(connect(env.DB)),
  live: { expect: async () => {}, tell: async (id) => logged.push(id), revoke: async () => {} },
  secretOf: (provider) => (provider === "sandbox" ? SECRET : null),
});
let member: string;

beforeEach(async () => {
  member = await addMember();
  logged.length = 0;
});

async function signed(said: Record<string, unknown>, { at = ctx.now, secret = SECRET, provider = "sandbox" } = {}) {
  const body = JSON.stringify({ id: newId(), address: `${member}@example.org`, ...said });
  const timestamp = String(Math.floor(at / 1000));
  return { provider, timestamp, body, signature: `v1=${await signatureOf(secret, { timestamp, body })}` };
}
const disabled = async (id = member) =>
  JSON.parse(
    (await env.DB.prepare("SELECT notifications_disabled AS d FROM accounts WHERE id = ?").bind(id).first("d")) as string,
  );
const channels = async () =>
  JSON.parse(
    (await env.DB.prepare("SELECT channels FROM preferences WHERE account_id = ?").bind(member).first("channels")) ?? "null",
  );

describe("a report of a mail provider", () => {
  test.each(["fbl", "bounce"])("%s switches off what one may do without", async (event) => {
    await reports.report(ctx, await signed({ event }));
    expect([await disabled(), logged]).toEqual([[event], [member]]);
  });

  test("listunsubscribe stops its type, or all where the provider does not say which", async () => {
    await reports.report(ctx, await signed({ event: "listunsubscribe", type: "like" }));
    expect([await disabled(), await channels()]).toEqual([["listunsubscribe:like"], { like: { mail: false } }]);
    await reports.report(ctx, await signed({ event: "listunsubscribe" }));
    // A consent that is taken back is no stopped mail.
    expect((await disabled()).length).toBe(OPTIONAL.filter((kind) => !isByConsent(kind)).length);
    expect(Object.keys(await channels()).length).toBe(OPTIONAL.length);
  });

  test("of a digest stops what may come in one", async () => {
    await reports.report(ctx, await signed({ event: "listunsubscribe", type: "digest" }));
    const kinds = OPTIONAL.filter((kind) => mayWait(kind, "mail"));
    expect(kinds).toContain("like");
    expect(Object.keys(await channels()).toSorted()).toEqual([...kinds].toSorted());
  });

  test("of a type that is gone stops nothing", async () => {
    await reports.report(ctx, await signed({ event: "listunsubscribe", type: "offers" }));
    expect([await disabled(), await channels()]).toEqual([[], null]);
  });

  test("sent again, at once or later, changes nothing: also not what the member has switched on since", async () => {
    const report = await signed({ event: "fbl" });
    await Promise.all([reports.report(ctx, report), reports.report(ctx, report)]);
    expect(await disabled()).toEqual(["fbl"]);
    await env.DB.prepare("UPDATE accounts SET notifications_disabled = '[]' WHERE id = ?").bind(member).run();
    await reports.report({ ...ctx, now: ctx.now + 1000 }, report);
    expect(await disabled()).toEqual([]);
  });

  test("is refused without a signature, with a foreign or mismatched one, too old, from the future, or of an unknown provider", async () => {
    const good = await signed({ event: "fbl" });
    const bad = [
      { ...good, signature: "" },
      { ...good, signature: good.signature.slice(3) },
      { ...good, signature: good.signature.toUpperCase() },
      { ...good, body: good.body.replace("fbl", "bounce") },
      { ...good, timestamp: String(Number(good.timestamp) + 1) },
      { ...good, timestamp: "" },
      { ...good, provider: "other" },
      { ...good, provider: "" },
      await signed({ event: "fbl" }, { secret: "another secret" }),
      await signed({ event: "fbl" }, { at: ctx.now - 301_000 }),
      await signed({ event: "fbl" }, { at: ctx.now + 301_000 }),
    ];
    for (const report of bad) {
      await expect(reports.report(ctx, report), JSON.stringify(report)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect([await disabled(), logged]).toEqual([[], []]);
  });

  test("about an unknown address, another pool, an erased member or a temporary bounce changes nothing and reveals nothing", async () => {
    const elsewhere = await addMember({ pool: "velvet" });
    const gone = await addMember();
    await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?").bind(gone).run();
    await reports.report(ctx, await signed({ event: "fbl", address: "nobody@example.org" }));
    await reports.report(ctx, await signed({ event: "fbl", address: "no address" }));
    await reports.report(ctx, await signed({ event: "fbl", address: `${elsewhere}@example.org` }));
    await reports.report(ctx, await signed({ event: "fbl", address: `${gone}@example.org` }));
    await reports.report(ctx, await signed({ event: "bounce", permanent: false }));
    expect([await disabled(), await disabled(elsewhere), await disabled(gone), logged]).toEqual([[], [], [], []]);
  });

  test("with a valid signature and a malformed body is refused as malformed", async () => {
    for (const said of [{ event: "opened" }, { event: "fbl", id: "" }, { event: "fbl", address: 5 }])
      await expect(reports.report(ctx, await signed(said))).rejects.toMatchObject({ code: "malformed" });
  });

  test("a new address has not bounced; a mail that the provider refuses for its address is a bounce", async () => {
    await reports.returned({ accountId: member, recipient: "old@example.org" });
    expect(await disabled()).toEqual([]);
    await reports.returned({ accountId: member, recipient: `${member}@example.org` });
    expect([await disabled(), logged]).toEqual([["bounce"], [member]]);
    await env.DB.prepare("UPDATE accounts SET email = email || '.com' WHERE id = ?").bind(member).run();
    expect(await disabled()).toEqual([]);
  });

  test("a type that is switched on again in the settings is no longer unsubscribed from", async () => {
    await reports.report(ctx, await signed({ event: "listunsubscribe" }));
    await reports.report(ctx, await signed({ event: "fbl" }));
    const patch = (value: string) =>
      env.DB.prepare("UPDATE preferences SET channels = json_patch(channels, ?) WHERE account_id = ?").bind(value, member).run();
    await patch('{"like":{"mail":null},"photo":{"push":false}}');
    expect(await disabled()).not.toContain("listunsubscribe:like");
    expect(await disabled()).toContain("listunsubscribe:photo");
    const ways = [null, { mail: true }, { mail: null }];
    await patch(JSON.stringify(Object.fromEntries(OPTIONAL.map((kind, index) => [kind, ways[index % ways.length]]))));
    expect(await disabled()).toEqual(["fbl"]);
  });
});

describe("POST /api/mail-report.php", () => {
  const post = async (said: Record<string, unknown>, headers: Record<string, string> = {}, query = "?provider=sandbox") => {
    const report = await signed(said, { at: Date.now(), secret: env.MAIL_REPORT_SANDBOX ?? "" });
    return exports.default.fetch(
      new Request(`http://localhost/api/mail-report.php${query}`, {
        method: "POST",
        body: report.body,
        headers: { "report-timestamp": report.timestamp, "report-signature": report.signature, ...headers },
      }),
    );
  };

  test("takes a machine's request, which has no page and no session, and only a signed one", async () => {
    const answer = await post({ event: "bounce" });
    expect([answer.status, await answer.json(), answer.headers.get("set-cookie")]).toEqual([200, { received: true }, null]);
    expect(await disabled()).toEqual(["bounce"]);
    expect((await post({ event: "fbl" }, { "report-signature": "v1=00" })).status).toBe(403);
    expect((await post({ event: "fbl" }, {}, "")).status).toBe(403);
    expect((await post({ event: "fbl" }, {}, "?provider=SANDBOX")).status).toBe(403);
    expect((await post({ event: "fbl", padding: "x".repeat(20_000) })).status).toBe(413);
    expect(await disabled()).toEqual(["bounce"]);
    const get = await exports.default.fetch(new Request("http://localhost/api/mail-report.php"));
    expect([get.status, get.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
  });

  test("opens no other write to machines", async () => {
    const request = new Request("http://localhost/api/mails.php", { method: "PUT", body: '{"reason":"fbl"}' });
    expect((await exports.default.fetch(request)).status).toBe(403);
  });

  test("reports are deleted after their retention time", async () => {
    await post({ event: "bounce" });
    await servicesOf(env).mailStore.forgetReports(Date.now() + 24 * 3600_000);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM mail_reports").first("n")).toBe(0);
  });
});
