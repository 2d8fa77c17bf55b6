import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { maintenance } from "./maintenance.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const ENTRY = "a-key-of-22-characters";
const notice = {
  ...{ id: "a", kind: "maintenance", audience: "everybody", texts: { de: "Wir ziehen um." }, link: null, dismissible: false },
  ...{ from: NOW - 1, until: NOW + 3_600_000, entry: ENTRY },
};
const domain = { id: "liaison", previewUntil: null, notices: [notice], settings: {}, assets: {} } as unknown as Edge["domain"];

const asked: string[] = [];
const step = maintenance(async ({ url, method }) => {
  asked.push(`${method} ${new URL(url).pathname}`);
  return new Response("closed", { status: 200 });
});
const at = (path: string, { at: time = NOW, ...init }: { at?: number } & Parameters<typeof answerAt>[2] = {}) =>
  answerAt(step, path, { ...init, edge: { domain, at: time, country: "DE", ...init.edge } });

test("a closed site answers every page with one, as to a visitor, and says when to ask again", async () => {
  asked.length = 0;
  const page = await at("/members", {
    edge: { session: { memberId: "a" } as Edge["session"], user: () => expect.unreachable() },
  });
  expect([page.status, page.text, page.headers.get("retry-after")]).toEqual([503, "closed", "3600"]);
  expect((await at("/login", { method: "POST", body: "a" })).status).toBe(503);
  expect(asked).toEqual(["GET /closed", "GET /closed"]);
});

test("it opens by itself at its time", async () => {
  expect((await at("/members", { at: NOW + 3_600_000 })).text).toBe(NEXT);
  expect((await at("/members", { at: NOW - 2 })).text).toBe(NEXT);
});

test("notices of payments, links of mails, the withdrawal and what the law wants stay open", async () => {
  const paths = ["/api/payment-webhook.php", "/api/mail-report.php", `/u${"a".repeat(43)}`, "/withdraw", "/imprint", "/terms"];
  for (const path of paths) expect([path, (await at(path)).text]).toEqual([path, NEXT]);
});

test("a call is refused in JSON, and an open page hears it in the operator's words", async () => {
  const call = await at("/api/like.php", { method: "POST", body: "a" });
  const { code, retry_after } = JSON.parse(call.text).error;
  expect([call.status, code, retry_after, call.headers.get("retry-after")]).toEqual([503, "maintenance", 3600, "3600"]);
  expect(decodeURIComponent(call.headers.get("x-author") ?? "")).toBe("errors.maintenance");
  const form = await at("/profile", { method: "POST", body: "a", edge: { hasScript: true, language: "de" } });
  expect([form.status, decodeURIComponent(form.headers.get("x-author") ?? "")]).toEqual([503, "Wir ziehen um."]);
});

test("staff get in by the link, and stay in by its cookie alone", async () => {
  const entered = await at(`/members?page=2&maintenance_entry=${ENTRY}`);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/members?page=2"]);
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  expect((await at("/members", { headers: { cookie } })).text).toBe(NEXT);
  expect((await at("/members", { headers: { cookie: "maintenance_entry=another" } })).status).toBe(503);
  expect((await at("/members?maintenance_entry=another")).status).toBe(503);
});
