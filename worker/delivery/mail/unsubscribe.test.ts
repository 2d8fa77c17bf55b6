import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { OPTIONAL } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { mayWait } from "#worker/delivery/notifications/paces.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { createUnsubscribeLinks } from "./unsubscribe.ts";
import { isUnsubscribeLink } from "./unsubscribe.vocabulary.ts";

const links = createUnsubscribeLinks((text) => hmac(env.PASSWORD_PEPPER, text));
let member: string;
let token: string;

beforeEach(async () => {
  member = await addMember();
  token = await links.token("liaison", member, "like");
});

const ask = (path: string, init: RequestInit = {}, host = "localhost") =>
  exports.default.fetch(new Request(`http://${host}${path}`, init));
/** Gmail's one-click request (RFC 8058). */
const press = (
  path: string,
  headers: Record<string, string> = {},
  body: BodyInit = "List-Unsubscribe=One-Click",
  host?: string,
) => ask(path, { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded", ...headers } }, host);
const disabled = async () =>
  JSON.parse(
    (await env.DB.prepare("SELECT notifications_disabled AS d FROM accounts WHERE id = ?").bind(member).first("d")) as string,
  );

test("a link names account and type, and is invalid after any change", async () => {
  for (const type of OPTIONAL) {
    const one = await links.token("liaison", member, type);
    expect(isUnsubscribeLink(one)).toBe(true);
    expect(await links.read("liaison", one)).toEqual({ accountId: member, type });
  }
  expect(await links.read("velvet", token), "on another domain").toBe(null);
  const other = await links.token("liaison", await addMember(), "like");
  const swapped = [
    token.slice(0, 22) + other.slice(22),
    token.replace("ul", "um"),
    token.slice(0, -1),
    `${token}x`,
    "u",
    "",
    "ul",
  ];
  for (const one of [...swapped, `U${token.slice(1)}`, `a${token.slice(1)}`])
    expect(await links.read("liaison", one), one).toBe(null);
});

describe("one press in a mail program", () => {
  test("stops the type, without cookies, without a page, and any number of times", async () => {
    for (let i = 0; i < 2; i++) {
      const answer = await press(`/${token}`);
      expect([answer.status, await answer.text(), answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([
        200,
        "",
        null,
        null,
      ]);
      expect(await disabled()).toEqual(["listunsubscribe:like"]);
    }
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    const sent = new Response(form);
    const type = sent.headers.get("content-type") as string;
    const photo = await links.token("liaison", member, "photo");
    expect((await press(`/${photo}`, { "content-type": type }, await sent.arrayBuffer())).status).toBe(200);
    expect(await disabled()).toEqual(["listunsubscribe:like", "listunsubscribe:photo"]);
  });

  test("stops the type also with a line end behind the body, or without an origin by name", async () => {
    for (const [type, headers, end] of [
      ["match", {}, "\r\n"],
      ["search", {}, "\n"],
      ["photo", { origin: "null" }, ""],
    ] as const) {
      const one = await links.token("liaison", member, type);
      expect((await press(`/${one}`, headers, `List-Unsubscribe=One-Click${end}`)).status).toBe(200);
      expect(await disabled()).toContain(`listunsubscribe:${type}`);
    }
  });

  test("of a digest stops what comes in digests, and nothing else", async () => {
    const digest = await links.token("liaison", member, "digest");
    expect(await links.read("liaison", digest)).toEqual({ accountId: member, type: "digest" });
    await env.DB.prepare("INSERT INTO preferences (account_id, paces, updated_at) VALUES (?, ?, 0)")
      .bind(
        member,
        JSON.stringify({ match: { mail: "weekly" }, like: { mail: "daily", push: "daily" }, search: { push: "daily" } }),
      )
      .run();
    const look = async () => (await ask(`/api/unsubscribe.php?token=${digest}`)).json();
    expect(await look()).toMatchObject({ type: "digest", kinds: expect.arrayContaining(["like", "match"]), stopped: [] });
    for (let i = 0; i < 2; i++) expect((await press(`/${digest}`)).status).toBe(200);
    expect((await disabled()).toSorted()).toEqual(["listunsubscribe:like", "listunsubscribe:match"]);
    expect(await look()).toMatchObject({ stopped: expect.arrayContaining(["like", "match"]) });
  });

  test("of a digest stops what may come in one, once the member has changed back to mails at once", async () => {
    const digest = await links.token("liaison", member, "digest");
    expect((await press(`/${digest}`)).status).toBe(200);
    const kinds = OPTIONAL.filter((kind) => mayWait(kind, "mail"));
    expect(kinds).toContain("message");
    expect((await disabled()).toSorted()).toEqual(kinds.map((kind) => `listunsubscribe:${kind}`).toSorted());
  });

  test("opening the link, as mail scanners do, stops nothing", async () => {
    await ask(`/${token}`, { method: "HEAD" });
    await ask(`/api/unsubscribe.php?token=${token}`);
    expect(await disabled()).toEqual([]);
  });

  test("nothing else gets past the guard: another body, another path, another method, or what a browser sends of another site", async () => {
    const bodies = ["", "List-Unsubscribe=one-click", "List-Unsubscribe=One-Click&x=1", "x=1", `${"x".repeat(2000)}=1`];
    for (const body of bodies) expect((await press(`/${token}`, {}, body)).status, body.slice(0, 40)).toBe(403);
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "cross-site", origin: "null" },
    ] as Record<string, string>[])
      expect((await press(`/${token}`, headers)).status).toBe(403);
    for (const path of ["/login", "/", "/settings", `/${token}/x`, "/unsubscribe"])
      expect((await press(path)).status, path).toBe(403);
    expect((await press("/api/unsubscribe.php")).status).toBe(403);
    const put = {
      method: "PUT",
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    };
    expect((await ask(`/${token}`, put)).status).toBe(405);
    expect(await disabled()).toEqual([]);
  });

  test("a malformed link, one of another domain and one of an erased member are refused", async () => {
    expect((await press(`/${token.slice(0, -3)}xyz`)).status).toBe(410);
    expect((await press(`/${token}`, {}, "List-Unsubscribe=One-Click", "velvet.localhost")).status).toBe(410);
    await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?").bind(member).run();
    expect((await press(`/${token}`)).status).toBe(410);
  });
});
