import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createPhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { createTransfer } from "./transfer.ts";

const transfer = createTransfer({
  isKey: async () => true,
  bucket: env.PHOTOS,
  messages: async () => [],
  secretPrint: async () => "",
  bringPhoto: async () => expect.unreachable(),
});
const pictures = createPhotoFiles(env.PHOTOS, env.IMAGES);
const authorization = `Bearer ${"x".repeat(43)}`;

async function ask(name: string, init: { method?: string; body?: ArrayBuffer; headers?: Record<string, string> } = {}) {
  const headers = { ...init.headers, authorization };
  const answer = await transfer(new Request(`https://example.org/operator/objects/${name}`, { ...init, headers }), 0);
  return answer as Response;
}

test("a picture that moved to another deployment is still erased with its owner, and with nobody else", async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  await pictures.keep("moved", { full: bytes, card: bytes, thumb: bytes }, "ann");
  const variants = ["full", "card", "thumb"].map((variant) => `moved.${variant}`);
  for (const name of variants) {
    const read = await ask(name);
    await env.PHOTOS.delete(name);
    // As `npm run domain -- import` hands on what the export has read.
    const headers = Object.fromEntries(["content-type", "picture-owner"].map((one) => [one, read.headers.get(one) ?? ""]));
    expect((await ask(name, { method: "PUT", body: await read.arrayBuffer(), headers })).status).toBe(204);
  }
  const left = async () => (await env.PHOTOS.list({ prefix: "moved." })).objects.length;
  await pictures.erase("moved", "ben");
  expect(await left()).toBe(3);
  await pictures.erase("moved", "ann");
  expect(await left()).toBe(0);
});

test("an object without an owner moves as it is", async () => {
  await env.PHOTOS.put("drawing.full", "<svg/>", { httpMetadata: { contentType: "image/svg+xml" } });
  expect((await ask("drawing.full")).headers.get("picture-owner")).toBeNull();
  await ask("drawing.full", { method: "PUT", body: new ArrayBuffer(1), headers: { "content-type": "image/svg+xml" } });
  expect((await env.PHOTOS.head("drawing.full"))?.customMetadata).toEqual({});
});

test("sizes of several photos are told at once, and a picture that is gone is not an address that is not there", async () => {
  for (const name of ["one.full", "one.thumb", "two.full"]) await env.PHOTOS.put(name, "x");
  const authorized = new Request("https://example.org/operator/objects?prefix=one.&prefix=none.&prefix=two.", {
    headers: { authorization },
  });
  expect(await (await transfer(authorized, 0))?.json()).toEqual([["one.full", "one.thumb"], [], ["two.full"]]);
  expect((await ask("none.full")).status).toBe(410);
});
