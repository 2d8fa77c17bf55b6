import { sha256 } from "#worker/platform/crypto.ts";
import type { CachedPage, SharedPages } from "./cached-pages.ts";

/** In the Cache API. A cache of its own: no request from outside can name its entries. */
const NAME = "pages";
const FACTS = "x-kept";

export function createSharedPages(): SharedPages {
  return {
    async find(key) {
      const answer = await (await caches.open(NAME)).match(await addressOf(key));
      if (!answer) return null;
      const facts = JSON.parse(answer.headers.get(FACTS) ?? "") as Omit<CachedPage, "bytes">;
      return { ...facts, bytes: new Uint8Array(await answer.arrayBuffer()) };
    },

    async store(key, { bytes, ...facts }, maxAge) {
      const headers = { "cache-control": `max-age=${maxAge / 1000}`, [FACTS]: JSON.stringify(facts) };
      await (await caches.open(NAME)).put(await addressOf(key), new Response(bytes, { headers }));
    },
  };
}

async function addressOf(key: string): Promise<string> {
  return `https://pages.invalid/${await sha256(key)}`;
}
