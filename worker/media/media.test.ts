import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../lib/ids.ts";
import { newSessionToken } from "../accounts/session-token.ts";
import { mediaPath, type Variant } from "./links.ts";
import { answerMedia } from "./media.ts";

const DAY = 24 * 3600 * 1000;
const NOW = Date.now();
const token = newSessionToken(newId());
const key = `k-${newId()}`;
const link = (variant: Variant, viewer = token, now = NOW, of = key) => mediaPath(env.MEDIA_SECRET, of, variant, viewer, now);

const textOf = async (answer: Response | Promise<Response>) => new TextDecoder().decode(await (await answer).arrayBuffer());

function get(path: string, session: string | null = token, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (session) headers.set("cookie", `session=${session}`);
  return exports.default.fetch(new Request(`http://localhost/media/${path}`, { ...init, headers }));
}

beforeAll(async () => {
  await env.PHOTOS.put(`${key}.full`, "large", { httpMetadata: { contentType: "image/webp" } });
  await env.PHOTOS.put(`${key}.thumb`, "small", { httpMetadata: { contentType: "image/webp" } });
});

test("a link shows its photo to whom it was made for", async () => {
  const full = await get(link("full"));
  expect(await textOf(full)).toBe("large");
  expect(Object.fromEntries(full.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-length": "5",
    "cache-control": "private, max-age=86400, immutable",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect(await textOf(get(link("thumb")))).toBe("small");
  expect(await textOf(get(link("full", "visitor"), null))).toBe("large");
});

test("a link is worth nothing to anybody else, for another photo or size, or when it is old", async () => {
  const status = async (answer: Promise<Response>) => (await answer).status;
  const other = `k-${newId()}`;
  expect(await status(get(link("full"), null))).toBe(404);
  expect(await status(get(link("full"), newSessionToken(newId())))).toBe(404);
  expect(await status(get(link("full", "visitor")))).toBe(404);
  expect(await status(get(link("thumb").replace(".thumb", ".full")))).toBe(404);
  expect(await status(get(link("full").replace(key, other)))).toBe(404);
  expect(await status(get(link("full", token, NOW, other)))).toBe(404);
  expect(await status(get(link("full", token, NOW - DAY)))).toBe(200);
  expect(await status(get(link("full", token, NOW - 2 * DAY)))).toBe(404);
  expect(await status(get(link("full", token, NOW + DAY)))).toBe(404);
  for (const path of [
    "",
    key,
    `${key}.full`,
    `${key}.full?d=x&s=y`,
    `${key}.full?d=1e999`,
    `../${key}.full`,
    `${key}.json?d=1&s=2`,
  ]) {
    expect(await status(get(path))).toBe(404);
  }
});

test("a browser that has the photo is not sent it again", async () => {
  const etag = (await get(link("full"))).headers.get("etag") as string;
  const again = await get(link("full"), token, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(again.headers.get("etag")).toBe(etag);
});

test("a small photo that is not there is answered by the full one", async () => {
  const only = `k-${newId()}`;
  await env.PHOTOS.put(`${only}.full`, "<svg/>", { httpMetadata: { contentType: "image/svg+xml" } });
  const answer = await get(link("thumb", token, NOW, only));
  expect(await textOf(answer)).toBe("<svg/>");
  expect(answer.headers.get("content-type")).toBe("image/svg+xml");
});

test("what claims to be no picture is not shown as what it claims", async () => {
  const page = `k-${newId()}`;
  await env.PHOTOS.put(`${page}.full`, "<script>", { httpMetadata: { contentType: "text/html" } });
  const answer = await get(link("full", token, NOW, page));
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  expect(await textOf(answer)).toBe("<script>");
});

test("photos are only read", async () => {
  expect((await get(link("full"), token, { method: "DELETE" })).status).toBe(405);
  expect((await get(link("full"), token, { method: "HEAD" })).headers.get("content-length")).toBe("5");
});

test("no photo costs D1 anything", async () => {
  const deaf = { ...env, DB: undefined as never };
  const headers = { cookie: `session=${token}` };
  const answer = await answerMedia(new Request(`http://localhost/media/${link("full")}`, { headers }), deaf, NOW);
  expect(await textOf(answer)).toBe("large");
});
