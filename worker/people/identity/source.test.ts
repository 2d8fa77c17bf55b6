import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contextAs } from "#tests/setup/accounts.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { runs } from "#tests/setup/properties.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { isLink } from "#worker/people/links/vocabulary.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { nextSource } from "./source.ts";
import { LINK, readSource, type Source, sourceOfLink, sourceOfQuery, writeSource } from "./source.vocabulary.ts";

const { signup, likes } = servicesOf(env);
const found = (query: string) => sourceOfQuery(new URLSearchParams(query));
const INVITE = `i${"x".repeat(43)}`;
const SIG = `4102444800.${"x".repeat(43)}`;

test("known parameters of a link are cleaned and bounded, and all others ignored", () => {
  expect(found("network=spring&ref=&sub1=a%00b%0Ac&other=x&invite=y")).toEqual({ network: "spring", sub1: "ab c" });
  expect(found(`network=${"n".repeat(5000)}`).network).toHaveLength(100);
  expect(found("")).toEqual({});
  expect(found(`network=spring&sig=${SIG}`)).toEqual({ network: "spring", sig: SIG });
  for (const sig of ["1", `${SIG}x`, `x${SIG}`, SIG.slice(1 + SIG.indexOf("."))])
    expect(found(`network=spring&sig=${sig}`), sig).toEqual({ network: "spring" });
  expect(found(`ref=x&sig=${SIG}`)).toEqual({ ref: "x" });
});

test("the last link wins, but not one that opens nothing over one that does", () => {
  const none = { stored: false, found: false };
  expect(nextSource({}, found("network=blog"), none)).toEqual({ network: "blog" });
  expect(nextSource({ network: "blog", sub1: "a" }, found("network=news"), none)).toEqual({ network: "news" });
  const signed = { network: "friends", sig: SIG };
  expect(nextSource({ network: "blog" }, found(`network=friends&sig=${SIG}`), { stored: false, found: true })).toEqual(signed);
  expect(nextSource(signed, found("network=friends"), { stored: true, found: false })).toBeNull();
  expect(nextSource(signed, found(`network=friends&sig=${SIG}&ref=b`), { stored: true, found: true })).toEqual({
    ...signed,
    ref: "b",
  });
  // Nothing new is nothing to store again.
  expect(nextSource({ network: "blog" }, found("network=blog"), none)).toBeNull();
  expect(nextSource({ network: "blog" }, {}, none)).toBeNull();
  expect(nextSource({ invite: INVITE, network: "blog" }, found("ref=x"), none)).toEqual({ invite: INVITE, ref: "x" });
});

test("a link that names its source is stored with the landing page it leads to, and no other page", () => {
  const opened = (path: string) => sourceOfLink(new URL(path, "http://localhost"));
  expect(opened("/landers/video/utrecht?network=blog")).toEqual({ network: "blog", lander: "video" });
  expect(opened("/?ref=x")).toEqual({ ref: "x", lander: "front" });
  expect(opened("/members/abc/landing2/spring?network=blog")).toEqual({ network: "blog", lander: "member-landing2" });
  for (const path of ["/landers/video", "/?other=x", "/"]) expect(opened(path), path).toEqual({});
  for (const path of ["/signup?ref=x", "/landers/nothing?ref=x", "/members/abc?ref=x", "/members/abc/landing4?ref=x"])
    expect(opened(path), path).toEqual({ ref: "x" });
  expect(readSource(writeSource({ network: "blog", lander: "video" }))).toEqual({ network: "blog", lander: "video" });
  expect(readSource("network=blog&lander=<script>")).toEqual({ network: "blog" });
});

test("a cookie gives back what was stored, is never too long, and holds no more whatever stands in it", () => {
  expect(readSource(writeSource({ invite: INVITE, network: "a&b=c", ref: "ü" }))).toEqual({
    invite: INVITE,
    network: "a&b=c",
    ref: "ü",
  });
  expect(readSource(`invite=short&network=x&evil=1`)).toEqual({ network: "x" });
  const text = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(fc.record(Object.fromEntries(LINK.map((name) => [name, text]))), fc.boolean(), (values, invited) => {
      const query = new URLSearchParams(values as Record<string, string>);
      const source: Source =
        nextSource(invited ? { invite: INVITE } : {}, sourceOfQuery(query), { stored: false, found: false }) ?? {};
      const cookie = writeSource(source);
      expect(encodeURIComponent(cookie).length).toBeLessThan(4000);
      const again = readSource(cookie);
      for (const [name, value] of Object.entries(again)) {
        expect([...LINK, "invite", "lander"]).toContain(name);
        expect([...(value ?? "")].length).toBeLessThanOrEqual(100);
      }
      // What is read once is read the same ever after.
      expect(readSource(writeSource(again))).toEqual(again);
    }),
    { numRuns: runs(500) },
  );
});

test("an invitation has one form", () => {
  expect(isLink("invite", INVITE)).toBe(true);
  for (const text of ["", "i", INVITE.slice(0, -1), `${INVITE}x`, `a${INVITE.slice(1)}`, `${INVITE}\n`, ` ${INVITE}`])
    expect(isLink("invite", text), text).toBe(false);
});

test("the stored source of a link counts if the form has none", async () => {
  const source = { network: "blog", sub1: "a", invite: `i${"x".repeat(43)}` };
  const stored = async (changes: Partial<CallInput<"signup">>) => {
    const input = signupForm(changes);
    await signup.signup(await contextOf({ source }), input);
    const row = await env.DB.prepare("SELECT tracking, traffic_source FROM accounts WHERE email = ?")
      .bind(input.email.toLowerCase())
      .first<{ tracking: string; traffic_source: string }>();
    return [JSON.parse(row?.tracking ?? ""), row?.traffic_source];
  };
  expect(await stored({})).toEqual([{ network: "blog", sub1: "a" }, "blog"]);
  expect(await stored({ tracking: { network: "news", ref: " x\u0000 " } })).toEqual([{ network: "news", ref: "x" }, "news"]);
  expect(await stored({ tracking: { lander: "video" } })).toEqual([{ network: "blog", sub1: "a", lander: "video" }, "blog"]);
  expect(await stored({ tracking: { ref: "x", lander: "nowhere" } })).toEqual([{ ref: "x" }, null]);
});

test("the profile and action that led to a sign-up are stored until the action is possible", async () => {
  const target = await addMember({ name: "Target" });
  const input = signupForm({ signup_profile: target, signup_intent: "like" });
  const { effects } = await signup.signup(await contextOf(), input);
  const me = () => contextAs((effects.session as { started: string }).started);
  expect(await signup.intent(await me())).toEqual({ profile: { id: target, name: "Target" }, intent: "like" });
  await env.DB.prepare("UPDATE accounts SET status = 'active' WHERE email = ?").bind(input.email.toLowerCase()).run();
  await likes.like(await me(), { profile: target });
  expect(await signup.intent(await me()), "done").toBeNull();
  const other = await addMember({ name: "Other" });
  await signup.keepIntent(await me(), { profile: other, intent: "chat" });
  expect(await signup.intent(await me())).toMatchObject({ profile: { id: other }, intent: "chat" });
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(other).run();
  expect(await signup.intent(await me()), "not to be seen").toBeNull();
});
