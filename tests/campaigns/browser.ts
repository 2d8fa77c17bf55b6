import { type Answer, ask } from "#tests/contract/http.ts";
import type { Member } from "./members.ts";
import type { Product } from "./product.ts";

type Headers = Record<string, string | string[]>;
export type Browser = ReturnType<typeof createBrowser>;

/** Sends what a browser sends; null is logged in as nobody. */
export function createBrowser({ port, origin }: Product, member: Member | null) {
  const cookie = `locale=en${member ? `; session=${member.session}` : ""}`;
  const browser = {
    name: member?.name ?? "",
    port: port(),
    sameOrigin: { origin: origin(), "sec-fetch-site": "same-origin" },
    last: { status: 0, headers: {}, text: "" } as Answer,
    async request(method: string, path: string, body?: string | Uint8Array, headers: Headers = {}): Promise<Answer> {
      browser.last = await ask({ port: port(), method, path, body, headers: { cookie, ...headers } });
      return browser.last;
    },
  };
  return browser;
}

/** A socket of a page that was made for this author. */
export async function listen({ origin }: Product, { session }: Member, author: string) {
  const headers = { cookie: `session=${session}`, origin: origin() };
  // Node's WebSocket takes headers, which the type of the browser's does not have.
  const socket = new WebSocket(`${origin().replace("http", "ws")}/api/live.php?author=${author}`, { headers } as never);
  const frames: { type: string }[] = [];
  let told = () => {};
  socket.addEventListener("message", ({ data }) => {
    frames.push(JSON.parse(String(data)));
    told();
  });
  const state = await new Promise<"open" | "refused">((resolve) => {
    socket.addEventListener("open", () => resolve("open"));
    socket.addEventListener("error", () => resolve("refused"));
  });
  return {
    state,
    frames,
    heard: (type: string) =>
      new Promise<void>((resolve) => {
        told = () => frames.some((frame) => frame.type === type) && resolve();
        told();
      }),
    close: () => socket.close(),
  };
}
