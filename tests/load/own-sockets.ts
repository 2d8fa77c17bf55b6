import { siteSocket } from "#tests/setup/site-socket.ts";
import { PING } from "#worker/delivery/live/live.protocol.ts";

const PING_EVERY = 25_000;
/** In ms, at most; as a browser's, half of it is chance. */
const AGAIN = 1000;

interface Options {
  port: number;
  host: string;
  cookie: string;
  counts: { received: number; closed: Record<number, number> };
}

/** A member's socket, opened again whenever it ends. */
export function createListener({ counts, ...site }: Options) {
  let over = false;
  let socket = open();
  function open() {
    const one = siteSocket(site);
    one.addEventListener("open", () => one.send('{"type":"visible"}'));
    one.addEventListener("message", ({ data }) => void (counts.received += Number(String(data).startsWith('{"type":"message"'))));
    one.addEventListener("close", ({ code }) => {
      counts.closed[code] = (counts.closed[code] ?? 0) + 1;
      if (!over) setTimeout(() => (socket = open()), AGAIN / 2 + (Math.random() * AGAIN) / 2);
    });
    return one;
  }
  const pings = setInterval(() => socket.readyState === 1 && socket.send(PING), PING_EVERY);
  return {
    close(): void {
      over = true;
      clearInterval(pings);
      socket.close();
    },
  };
}
