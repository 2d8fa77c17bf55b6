import { connect, createServer, type Server } from "node:net";

/** The code of a system without IPv6, or without this address. */
export function isAbsent(code = ""): boolean {
  return /^(EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code);
}

/** `http://localhost` of clients that take ::1: passes each connection on to 127.0.0.1. Null without IPv6. */
export function alsoOnIpv6(port: number): Promise<Server | null> {
  const server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => (isAbsent(error.code) ? resolve(null) : reject(error)));
    server.listen({ host: "::1", port, ipv6Only: true }, () => resolve(server));
  });
}
