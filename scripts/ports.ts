import { createServer } from "node:net";
import { isAbsent } from "./loopback.ts";

const FIRST = 20_000;
const COUNT = 10_000;

/** On both addresses of localhost: a browser takes the one that answers. */
export async function isFree(port: number): Promise<boolean> {
  return (await isFreeAt(port, "127.0.0.1")) && (await isFreeAt(port, "::1"));
}

function isFreeAt(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(host === "::1" && isAbsent(code)));
    probe.listen({ port, host, ipv6Only: true }, () => probe.close(() => resolve(true)));
  });
}

/** A free port below the system's ephemeral range: no other process gets one by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

/** @throws Error for a person to read */
export function portFrom(flag: string | undefined, variable: string | undefined, standard: number): number {
  const [name, value] = flag === undefined ? ["PORT", variable || String(standard)] : ["--port", flag];
  const port = Number(value);
  if (/^\d+$/.test(value) && port > 0 && port < 65_536) return port;
  throw new Error(`${name} is "${value}": a port is a number from 1 to 65535.`);
}
