import { createServer } from "node:net";

const FIRST = 20_000;
const COUNT = 10_000;

export function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
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
