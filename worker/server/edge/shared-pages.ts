import { sha256 } from "#worker/platform/crypto.ts";
import type { CachedPage, Copy, Kind, SharedPages } from "./cached-pages.ts";

/** In the Cache API. A cache of its own: no request from outside can name its entries. */
const NAME = "pages";
const FACTS = "x-kept";

/** Its bytes stand at these offsets of the stored body. */
type StoredCopy = Omit<Copy, "bytes"> & { from: number; to: number };
type Stored = Omit<CachedPage, "copies"> & { copies: Record<Kind, StoredCopy> };

export function createSharedPages(): SharedPages {
  return {
    async find(key) {
      const answer = await (await caches.open(NAME)).match(await addressOf(key));
      if (!answer) return null;
      const { copies, ...facts } = JSON.parse(answer.headers.get(FACTS) ?? "") as Stored;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const made = new Map<number, Copy>();
      const copy = ({ from, to, ...rest }: StoredCopy): Copy => {
        const known = made.get(from) ?? { ...rest, bytes: bytes.slice(from, to) };
        made.set(from, known);
        return known;
      };
      return { ...facts, copies: { first: copy(copies.first), next: copy(copies.next), linked: copy(copies.linked) } };
    },

    async store(key, { copies: { first, next, linked }, ...facts }, maxAge) {
      const body: Uint8Array<ArrayBuffer>[] = [];
      const places = new Map<Copy, StoredCopy>();
      let size = 0;
      for (const copy of new Set([first, next, linked])) {
        const { bytes, ...rest } = copy;
        places.set(copy, { ...rest, from: size, to: size + bytes.byteLength });
        size += bytes.byteLength;
        body.push(bytes);
      }
      const at = (copy: Copy) => places.get(copy) as StoredCopy;
      const stored: Stored = { ...facts, copies: { first: at(first), next: at(next), linked: at(linked) } };
      const headers = { "cache-control": `max-age=${maxAge / 1000}`, [FACTS]: JSON.stringify(stored) };
      await (await caches.open(NAME)).put(await addressOf(key), new Response(new Blob(body), { headers }));
    },
  };
}

async function addressOf(key: string): Promise<string> {
  return `https://pages.invalid/${await sha256(key)}`;
}
