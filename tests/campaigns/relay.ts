import { connect, createServer, type Socket } from "node:net";
import type { Random } from "./random.ts";

interface Link {
  browser: Socket;
  server: Socket;
  silent: boolean;
}

export type Relay = Awaited<ReturnType<typeof createRelay>>;

/** A port between browsers and the product that breaks connections. It outlives the product's process. */
export async function createRelay(portOf: () => number) {
  const links = new Set<Link>();
  const listener = createServer((browser) => {
    const link: Link = { browser, server: connect(portOf(), "127.0.0.1"), silent: false };
    links.add(link);
    const end = () => {
      // Who is at the end of a silent line learns nothing of the other end.
      if (link.silent) return;
      links.delete(link);
      browser.destroy();
      link.server.destroy();
    };
    for (const [from, to] of [
      [browser, link.server],
      [link.server, browser],
    ] as const) {
      from.on("data", (data) => link.silent || to.write(data));
      from.on("close", end);
      from.on("error", end);
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  listener.unref();
  const { port } = listener.address() as { port: number };
  const some = (random: Random, count: number) =>
    random
      .shuffled([...links])
      .filter(({ silent }) => !silent)
      .slice(0, count);

  return {
    origin: `http://localhost:${port}`,
    get open(): number {
      return [...links].filter(({ silent }) => !silent).length;
    },
    cut(random: Random, count: number): number {
      const cut = some(random, count);
      for (const { browser, server } of cut) {
        browser.destroy();
        server.destroy();
      }
      return cut.length;
    },
    /** Both ends stay open and hear nothing more. */
    silence(random: Random, count: number): number {
      const silenced = some(random, count);
      for (const link of silenced) link.silent = true;
      return silenced.length;
    },
    close(): void {
      for (const { browser, server } of links) {
        browser.destroy();
        server.destroy();
      }
      links.clear();
      listener.close();
    },
  };
}
