import type { Miniflare } from "miniflare";
import { createImages } from "#scripts/miniflare.ts";
import type { Resize } from "#worker/sites/brand/pictures.ts";

/** Pictures are made by the Images binding of the local runtime, which also makes members' photos. */
export async function withImages<T>(work: (resize: Resize) => Promise<T>): Promise<T> {
  const runtime: Miniflare = createImages();
  try {
    return await work(async (bytes, { format, ...size }) => {
      const query = new URLSearchParams({ format, size: JSON.stringify(size) });
      const answer = await runtime.dispatchFetch(`http://images.invalid/?${query}`, { method: "POST", body: bytes });
      if (!answer.ok) throw new Error(`no picture: ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    });
  } finally {
    await runtime.dispose();
  }
}
