import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { type Account, addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createAgeStore } from "./age.store.ts";
import { type AgeProver, createAge } from "./age.ts";
import type { AgeOutcome } from "./method.vocabulary.ts";

const store = createAgeStore(connect(env.DB));
const services = servicesOf(env);
const afterwards: Promise<unknown>[] = [];
const quiet = { expect: async () => {}, tell: async () => {}, revoke: async () => {} };
const AGE = { when: "before_members" as const, methods: ["eu" as const, "oidc" as const], country: "NL", from: null };

/** A room whose methods say what the answer says; `looked` counts what was verified. */
function room() {
  const looked: unknown[] = [];
  const closed: string[] = [];
  const tried: string[] = [];
  const broken = { now: false, list: false };
  const said = (answer: unknown): AgeOutcome => {
    if (answer === "over" || answer === "under") return { kind: answer };
    return { kind: "failed", reason: answer === "expired" ? "expired" : "invalid" };
  };
  const prover = (ways: AgeProver["ways"]): AgeProver => ({
    ways,
    usable: async () => !broken.list,
    begin: async ({ state }) => ({ view: { link: `av://?${state}`, wallet_link: null, browser: null }, secret: { state } }),
    async receive({ answer, secret, state }) {
      looked.push(answer);
      expect(secret).toEqual({ state });
      if ("browser" in answer) return said(answer.browser);
      return said("vpToken" in answer ? answer.vpToken : answer.query.get("say"));
    },
  });
  const age = createAge({
    store,
    limits: services.limits,
    after: (work) => void afterwards.push(work),
    live: quiet,
    provers: { eu: prover(["browser", "link", "qr"]), oidc: prover(["provider"]) },
    async closeAccount({ id, memberId }) {
      tried.push(id);
      if (broken.now) throw new Error("D1 is away");
      closed.push(memberId);
    },
    domainOf: async () => domain,
    unconfirmedMails: async () => [],
    dispatch: async () => {},
    readPost: async (form) =>
      form.has("state") ? { state: form.get("state") ?? "", vpToken: form.get("vp_token") ?? "" } : null,
  });
  return { age, looked, closed, tried, broken };
}

let domain: MemberContext["domain"];

async function memberOn(owner: Account, now = NOON): Promise<MemberContext> {
  const ctx = { ...(await contextAs(await openSession(owner), { now })), age: AGE };
  domain = ctx.domain;
  return ctx;
}

const proofsOf = async ({ id }: { id: string }) =>
  JSON.parse((await env.DB.prepare("SELECT age_proofs FROM accounts WHERE id = ?").bind(id).first<string>("age_proofs")) ?? "");
const requests = () => env.DB.prepare("SELECT count(*) AS n FROM age_requests").first<number>("n");
const figures = async () => {
  const { results } = await env.DB.prepare(
    "SELECT name, part, sum(value) AS n FROM daily_figures WHERE name LIKE 'age_%' GROUP BY 1, 2 ORDER BY 1, 2",
  ).all<{ name: string; part: string; n: number }>();
  return results.map(({ name, part, n }) => `${name} ${part} ${n}`);
};
const stateIn = (link: string | null) => link?.split("?")[1] ?? "";
const postOf = (state: string, say = "over") => new URLSearchParams({ state, vp_token: say });
const codeIn = ({ redirect_uri }: { redirect_uri: string }) => new URL(redirect_uri).searchParams.get("code") ?? "";
const at = (ctx: MemberContext) => ({ domain: ctx.domain, pageOrigin: ctx.pageOrigin, now: ctx.now });

test("a visitor who meets a closed site is counted once a day and network, without a person", async () => {
  await env.DB.prepare("DELETE FROM daily_figures WHERE name LIKE 'age_%'").run();
  const { age } = room();
  const at_ = await contextOf({ country: "DE", network: newId() });
  for (const visitor of [at_, at_, await contextOf({ country: "DE", network: newId() })]) age.visitorRefused(visitor);
  await Promise.all(afterwards);
  expect(await figures()).toEqual(["age_refused visitor DE 2"]);
});

test("a verified answer leaves method, day and end, and nothing of the proof", async () => {
  const { age } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await age.beginAgeProof(ctx, { method: "eu", way: "browser", next: "/chats" });
  expect(await age.receiveAgeProof(ctx, { answer: "over" })).toEqual({ outcome: "over", next: "/chats" });
  expect(await proofsOf(owner)).toEqual({ eu: { day: "2026-11-21", until: null } });
  const row = await env.DB.prepare("SELECT * FROM age_requests WHERE account_id = ?").bind(owner.id).first();
  expect(row).toMatchObject({ outcome: "over", secret: "", code_hash: null });
  await age.sweep(ctx.now + 10 * MINUTE);
  expect(await requests()).toBe(0);
});

test("an answer that fails says why, leaves the account as it was, and may be followed by another request", async () => {
  const { age, closed } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await age.beginAgeProof(ctx, { method: "eu", way: "browser", next: "/chats" });
  expect(await age.receiveAgeProof(ctx, { answer: "expired" })).toMatchObject({ outcome: "expired" });
  expect((await age.ageProof(ctx)).request).toMatchObject({ outcome: "expired", link: null });
  await age.beginAgeProof(ctx, { method: "eu", way: "browser", next: "/chats" });
  expect(await age.receiveAgeProof(ctx, { answer: "over" })).toMatchObject({ outcome: "over" });
  expect(closed).toEqual([]);
});

test("fifty answers to one request are verified once, and a replay changes nothing", async () => {
  const { age, looked } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  const { link } = await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/" });
  await Promise.all(Array.from({ length: 50 }, (_, n) => age.takeForm(at(ctx), postOf(stateIn(link), n === 0 ? "no" : "over"))));
  expect(looked).toHaveLength(1);
  await age.takeForm(at(ctx), postOf(stateIn(link)));
  expect(looked).toHaveLength(1);
  await age.beginAgeProof(ctx, { method: "eu", way: "browser", next: "/" });
  const answers = await Promise.all(Array.from({ length: 50 }, () => age.receiveAgeProof(ctx, { answer: "over" })));
  expect(looked).toHaveLength(2);
  expect(answers.filter(({ outcome }) => outcome === "over").length).toBeGreaterThanOrEqual(1);
});

test("an app's answer on the same device counts in the browser that began, by a code that works once", async () => {
  const { age } = room();
  const [owner, thief] = [await addAccount(), await addAccount()];
  const ctx = await memberOn(owner);
  const { link } = await age.beginAgeProof(ctx, { method: "eu", way: "link", next: "/chats" });
  const code = codeIn(await age.takeForm(at(ctx), postOf(stateIn(link))));
  expect(await proofsOf(owner)).toEqual({});
  expect((await age.ageProof(ctx)).request?.outcome).toBe("waiting");
  const [stolen, otherBrowser] = [await memberOn(thief), await memberOn(owner)];
  for (const other of [stolen, otherBrowser])
    expect(await age.receiveAgeProof(other, { code })).toEqual({ outcome: "other_request", next: "/members" });
  expect([await proofsOf(owner), await proofsOf(thief)]).toEqual([{}, {}]);
  expect(await age.receiveAgeProof(ctx, { code })).toEqual({ outcome: "over", next: "/chats" });
  expect(await proofsOf(owner)).toHaveProperty("eu");
  expect(await age.receiveAgeProof(ctx, { code }), "a reload of its page").toEqual({ outcome: "over", next: "/chats" });
});

test("a second device's answer shows on the page that waits", async () => {
  const { age } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  const { link } = await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/chats" });
  const code = codeIn(await age.takeForm(at(ctx), postOf(stateIn(link))));
  expect(await proofsOf(owner)).toHaveProperty("eu");
  expect((await age.ageProof(ctx)).request?.outcome).toBe("over");
  expect(await age.receiveAgeProof(await memberOn(await addAccount()), { code })).toMatchObject({ outcome: "other_request" });
});

test("nobody's answer touches another account: not by its state, not by a way that was not asked for, not on another domain", async () => {
  const { age, looked } = room();
  const [owner, other] = [await addAccount(), await addAccount()];
  const [ctx, attacker] = [await memberOn(owner), await memberOn(other)];
  const { link } = await age.beginAgeProof(ctx, { method: "oidc", way: "provider", next: "/" });
  const query = `state=${stateIn(link)}&say=under`;
  expect(await age.receiveAgeProof(attacker, { query })).toMatchObject({ outcome: "other_request" });
  await age.beginAgeProof(attacker, { method: "oidc", way: "provider", next: "/" });
  expect(await age.receiveAgeProof(attacker, { query }), "with a request of their own").toMatchObject({
    outcome: "other_request",
  });
  expect(await age.receiveAgeProof(ctx, { answer: "over" }), "no browser was asked").toMatchObject({ outcome: "other_request" });
  await age.takeForm(at(ctx), postOf(stateIn(link)));
  const app = await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/" });
  await age.takeForm({ ...at(ctx), domain: { ...ctx.domain, id: "elsewhere" } }, postOf(stateIn(app.link)));
  expect(looked).toEqual([]);
  expect([await proofsOf(owner), await proofsOf(other)]).toEqual([{}, {}]);
});

test("the post of an app gets the same answer whatever it was about", async () => {
  const { age } = room();
  const ctx = await memberOn(await addAccount());
  const { link } = await age.beginAgeProof(ctx, { method: "eu", way: "link", next: "/" });
  const shapes = [];
  for (const form of [postOf("nobody"), postOf(stateIn(link), "no"), postOf(stateIn(link))])
    shapes.push((await age.takeForm(at(ctx), form)).redirect_uri.replace(/code=[\w-]{32}$/, "code"));
  expect(new Set(shapes)).toEqual(new Set(["http://localhost/proof-of-age/done?code"]));
  expect(await outcomeOf(age.takeForm(at(ctx), new URLSearchParams()))).toBe("malformed");
});

test("a request holds for ten minutes, and a new one ends it", async () => {
  const { age, looked } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  const { link } = await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/" });
  const late = ctx.now + 10 * MINUTE;
  await age.takeForm({ ...at(ctx), now: late }, postOf(stateIn(link)));
  expect(await age.receiveAgeProof({ ...ctx, now: late }, { answer: "over" })).toMatchObject({ outcome: "other_request" });
  await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/" });
  await age.takeForm(at(ctx), postOf(stateIn(link)));
  expect(looked).toEqual([]);
  expect(await proofsOf(owner)).toEqual({});
});

test("only a way and a method that this member needs can be begun", async () => {
  const { age } = room();
  const ctx = await memberOn(await addAccount());
  const begin = (age_: MemberContext["age"], method: "eu" | "oidc", way: "qr" | "provider") =>
    outcomeOf(age.beginAgeProof({ ...ctx, age: age_ }, { method, way, next: "/" }));
  expect(await begin(null, "eu", "qr")).toBe("conflict");
  expect(await begin({ ...AGE, methods: ["oidc"] }, "eu", "qr")).toBe("conflict");
  expect(await begin(AGE, "oidc", "qr")).toBe("conflict");
});

test("a method by which nothing can be checked is named and not begun, and a person is offered only where staff can decide", async () => {
  const { age, broken } = room();
  const ctx = await memberOn(await addAccount());
  const needed = async (verification: boolean) => {
    const at_ = { ...ctx.domain, features: { ...ctx.domain.features, verification } };
    return (await age.ageProof({ ...ctx, domain: at_, age: { ...AGE, methods: ["eu", "person"] } })).needed;
  };
  expect(await needed(false)).toMatchObject({ methods: ["eu"], unavailable: [] });
  broken.list = true;
  expect(await needed(true)).toMatchObject({ methods: ["eu", "person"], unavailable: ["eu"] });
  expect(await outcomeOf(age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/" }))).toBe("upstream_failed");
});

test("a verified answer under 18 closes the account, a failed one never", async () => {
  const { age, closed } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  for (const say of ["no", "expired"]) {
    const { link } = await age.beginAgeProof(ctx, { method: "oidc", way: "provider", next: "/" });
    await age.receiveAgeProof(ctx, { query: `state=${stateIn(link)}&say=${say}` });
  }
  expect(closed).toEqual([]);
  const { link } = await age.beginAgeProof(ctx, { method: "oidc", way: "provider", next: "/" });
  expect(await age.receiveAgeProof(ctx, { query: `state=${stateIn(link)}&say=under` })).toMatchObject({ outcome: "under" });
  expect(closed).toEqual([owner.id]);
  expect(await proofsOf(owner)).toEqual({});
});

test("an account whose closing failed is not called closed, and the cron closes it under the same id", async () => {
  const { age, closed, tried, broken } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await age.beginAgeProof(ctx, { method: "eu", way: "browser", next: "/" });
  broken.now = true;
  await expect(age.receiveAgeProof(ctx, { answer: "under" })).rejects.toThrow("away");
  expect((await age.ageProof(ctx)).request?.outcome).toBe("waiting");
  await age.cancelAgeProof(ctx);
  await age.beginAgeProof(ctx, { method: "eu", way: "browser", next: "/" });
  await age.sweep(ctx.now + 10 * MINUTE);
  expect(closed).toEqual([]);
  broken.now = false;
  await age.sweep(ctx.now + 10 * MINUTE);
  expect(closed).toEqual([owner.id]);
  expect([tried.length, new Set(tried).size]).toEqual([3, 1]);
  await age.sweep(ctx.now + 20 * MINUTE);
  expect([closed.length, await requests()]).toEqual([1, 0]);
});

test("a stranger's phone that says under 18 closes nothing: the page that waits confirms it, or begins again", async () => {
  const { age, closed } = room();
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  const shown = async () => (await age.ageProof(ctx)).request?.outcome;
  const first = await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/chats" });
  const code = codeIn(await age.takeForm(at(ctx), postOf(stateIn(first.link), "under")));
  expect([closed, await shown()]).toEqual([[], "unconfirmed"]);
  expect(await age.receiveAgeProof(ctx, { code }), "the code of that phone").toMatchObject({ outcome: "unconfirmed" });
  const otherBrowser = await memberOn(owner);
  expect(await age.receiveAgeProof(otherBrowser, { confirm: true })).toMatchObject({ outcome: "other_request" });
  const again = await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/chats" });
  expect(await age.receiveAgeProof(ctx, { confirm: true }), "nothing to confirm").toMatchObject({ outcome: "waiting" });
  await age.takeForm(at(ctx), postOf(stateIn(again.link), "under"));
  expect(closed).toEqual([]);
  expect(await age.receiveAgeProof(ctx, { confirm: true })).toEqual({ outcome: "under", next: "/chats" });
  expect([closed, await shown()]).toEqual([[owner.id], "under"]);
});

test("the figures count begun, done, failed and left by method and country, and name nobody", async () => {
  await env.DB.prepare("DELETE FROM daily_figures WHERE name LIKE 'age_%'").run();
  await env.DB.prepare("DELETE FROM age_requests").run();
  const { age } = room();
  const ctx = await memberOn(await addAccount());
  const begin = (way: "browser" | "link" | "qr") => age.beginAgeProof(ctx, { method: "eu", way, next: "/" });
  await begin("browser");
  await age.receiveAgeProof(ctx, { answer: "over" });
  await begin("browser");
  await age.receiveAgeProof(ctx, { answer: "no" });
  await begin("qr");
  await age.cancelAgeProof(ctx);
  await begin("qr");
  // Answered by the app, and the browser never came back.
  const { link } = await begin("link");
  await age.takeForm(at(ctx), postOf(stateIn(link)));
  await age.sweep(ctx.now + 10 * MINUTE);
  expect(await figures()).toEqual(["age_begun eu NL 5", "age_done eu NL 1", "age_failed eu NL 1", "age_left eu NL 3"]);
});
