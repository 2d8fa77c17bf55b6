import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createWorker } from "#worker/server/worker.ts";

const { partnerLinks } = servicesOf(env);
const NOW = Date.now();
const TODAY = Math.floor(NOW / DAY);
const olga = staffContext("operator", NOW);
const worker = createWorker(async () => new Response("page", { status: 404 }));

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const link = (more: object = {}) =>
  partnerLinks.addPartnerLink(olga, { site: "liaison", network: "blog", ref: "", from: "", days: 30, ...more });
const asked = (network = "n") => ({ domain: "liaison", network, now: NOW });
const codeOf = (work: Promise<unknown>) => work.then(() => "done").catch(({ code }: AppError) => code);

async function open(path: string, headers: Record<string, string> = {}): Promise<{ answer: Response; text: string }> {
  await knowDomain(env);
  const request = new Request(`http://localhost${path}`, { headers });
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, createExecutionContext());
  return { answer, text: await answer.text() };
}

beforeEach(async () => {
  for (const table of ["source_figures", "sources", "partner_links"]) await run(`DELETE FROM ${table}`);
  for (const [id, network, ref] of [
    ["a", "blog", "one"],
    ["b", "blog", "two<"],
    ["c", "other", ""],
  ] as const)
    await run(
      "INSERT INTO sources (id, domain_id, network, ref, lander, day) VALUES (?, 'liaison', ?, ?, 'video', 1)",
      id,
      network,
      ref,
    );
  for (const [source, name, part, value] of [
    ...([
      ["a", "signups", "", 6],
      ["a", "revenue", "EUR", 4321],
      ["a", "orders", "EUR", 5],
      ["a", "payers", "", 5],
      ["b", "signups", "", 12],
    ] as const),
    ...([
      ["c", "signups", "", 777],
      ["c", "revenue", "EUR", 99999],
    ] as const),
  ])
    await run(
      "INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value) VALUES ('liaison', ?, ?, 'NL', ?, ?, ?)",
      ...[TODAY - 14, source, name, part, value],
    );
});

test("a link shows its own source alone, until it ends or is ended, and on its own site", async () => {
  const sumOf = async (token: string, where = asked()) => {
    const found = await partnerLinks.partnerFigures(token, where);
    return found?.spans.reduce((sum, { sums }) => sum + sums.counts.signups, 0);
  };
  const [all, one, rare] = [await link(), await link({ ref: "one" }), await link({ ref: "none" })];
  expect([await sumOf(all.token), await sumOf(one.token), await sumOf(rare.token)]).toEqual([18, 6, 0]);
  expect(await sumOf(all.token, { ...asked(), domain: "curves" })).toBeUndefined();
  expect(await sumOf(all.token, { ...asked(), now: NOW + 31 * DAY })).toBeUndefined();
  for (const token of ["", "x", all.token.slice(1), `${all.token}x`]) expect(await sumOf(token), token).toBeUndefined();
  await partnerLinks.endPartnerLink({ ...olga, now: NOW + HOUR }, { id: all.id });
  expect(await sumOf(all.token, { ...asked(), now: NOW + HOUR })).toBeUndefined();
  expect(await codeOf(partnerLinks.endPartnerLink({ ...olga, now: NOW + HOUR }, { id: all.id }))).toBe("not_found");
  const { links } = await partnerLinks.partnerLinks({ ...olga, now: NOW + HOUR });
  expect(links.map(({ id, stands }) => [id === all.id, stands]).sort()).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
  // The table holds no token.
  const stored = await env.DB.prepare("SELECT json_group_array(hash) AS list FROM partner_links").first<string>("list");
  expect(stored).not.toContain(one.token);
});

test("a link needs a source, a site and a day of the last year", async () => {
  for (const more of [{ network: " " }, { site: "nowhere" }, { from: "2019-01-01" }, { from: "2099-01-01" }])
    expect(await codeOf(link(more)), JSON.stringify(more)).toBe("invalid");
});

test("the page speaks the browser's language, names no other source, and leaves no trace", async () => {
  const { token } = await link();
  const { answer, text } = await open(`/partner/${token}`, { "accept-language": "de-AT,de;q=0.9" });
  expect(answer.status).toBe(200);
  expect(text).toContain('<html lang="de">');
  expect(text).toContain("Anmeldungen");
  expect(text).toMatch(/43,21\s€/);
  for (const other of ["other", "777", "999,99"]) expect(text).not.toContain(other);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(text).toContain('<meta name="referrer" content="no-referrer">');
  const second = await link({ ref: "two<" });
  expect((await open(`/partner/${second.token}`)).text).toContain("blog · two&lt;");
});

test("a wrong and an ended link get the same answer, and who tries many gets none", async () => {
  const { id, token } = await link();
  await partnerLinks.endPartnerLink(olga, { id });
  const from = { "cf-connecting-ip": "192.0.2.77" };
  const plain = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
  const [ended, wrong, short] = [
    await open(`/partner/${token}`, from),
    await open(`/partner/${"x".repeat(43)}`, from),
    await open("/partner/x", from),
  ];
  expect([ended.answer.status, wrong.answer.status, short.answer.status]).toEqual([404, 404, 404]);
  expect([plain(wrong.text), plain(short.text)]).toEqual([plain(ended.text), plain(ended.text)]);
  let status = 0;
  for (let n = 0; n < 60 && status !== 429; n++) status = (await open("/partner/x", from)).answer.status;
  expect(status).toBe(429);
});
