import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { site } from "./site.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the steps behind it know the domain of the host, and only its database", async () => {
  await env.DB.batch([
    env.DB.prepare("INSERT INTO hosts (host, domain_id) VALUES ('pool.example', 'liaison')"),
    env.DB.prepare("INSERT INTO pools (pool, database) VALUES ('others', 'DB_OTHERS')"),
    env.DB.prepare("INSERT INTO pool_hosts (host, pool) VALUES ('pool.example', 'others')"),
  ]);
  const bound = { ...env, DB_OTHERS: env.DB };
  const next = (c: Parameters<typeof site>[0]) => Response.json([c.var.edge.domain.id, c.var.env.DATABASE ?? "DB"]);
  const known = async (url: string) => JSON.parse((await answerAt(site, url, { env: bound, next })).text);
  expect(await known("http://localhost/members")).toEqual(["liaison", "DB"]);
  expect(await known("https://pool.example/members")).toEqual(["liaison", "DB_OTHERS"]);
});

test("a host of no domain is told so, and no later step is asked", async () => {
  const { status, text, headers } = await answerAt(site, "https://unknown.example/members", { env });
  expect([status, headers.get("x-content-type-options")]).toEqual([404, "nosniff"]);
  expect(text).not.toContain(NEXT);
});

test("while the domain cannot be read, a page and a call say so without the cause", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const prepare = () => {
    throw new Error("a secret");
  };
  const failing = { ...env, DB: { prepare } as unknown as D1Database };
  for (const [path, said] of [
    ["/members", "An error occured"],
    ["/api/user.php", '"internal"'],
  ]) {
    const { status, text, headers } = await answerAt(site, `https://unread.example${path}`, { env: failing });
    expect([path, status, text]).toEqual([path, 500, expect.stringContaining(said as string)]);
    expect(text).not.toContain("a secret");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});
