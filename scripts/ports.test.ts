import { connect, createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { alsoOnIpv6, isAbsent } from "./loopback.ts";
import { freePort, isFree, portFrom } from "./ports.ts";

const listening = (port: number, host: string) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer((socket) => socket.pipe(socket));
    server.once("error", () => resolve(null));
    server.listen({ port, host, ipv6Only: true }, () => resolve(server));
    onTestFinished(() => void server.close());
  });

test("a port counts as taken on either address of localhost", async () => {
  for (const host of ["127.0.0.1", "::1"]) {
    const port = await freePort();
    expect(await isFree(port)).toBe(true);
    // A machine without IPv6 has nobody there.
    const there = await listening(port, host);
    expect(await isFree(port)).toBe(there === null);
  }
});

test("what listens on 127.0.0.1 answers on ::1 too, and another program there is no success", async () => {
  const port = await freePort();
  await listening(port, "127.0.0.1");
  const passing = await alsoOnIpv6(port);
  if (passing === null) return expect(await listening(port, "::1")).toBe(null);
  onTestFinished(() => void passing.close());
  const echoed = await new Promise<string>((resolve) => {
    const socket = connect(port, "::1");
    socket.once("data", (bytes) => resolve(bytes.toString()));
    socket.write("through");
    onTestFinished(() => void socket.destroy());
  });
  expect(echoed).toBe("through");
  await expect(alsoOnIpv6(port)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("only a missing address counts as no IPv6", () => {
  expect(["EADDRNOTAVAIL", "EAFNOSUPPORT"].map((code) => isAbsent(code))).toEqual([true, true]);
  expect(["EADDRINUSE", "EACCES", undefined].map((code) => isAbsent(code))).toEqual([false, false, false]);
});

test("a server's port is that of --port, else that of PORT, else the default", () => {
  expect(portFrom("9001", "9002", 8787)).toBe(9001);
  expect(portFrom(undefined, "9002", 8787)).toBe(9002);
  for (const unset of [undefined, ""]) expect(portFrom(undefined, unset, 8787)).toBe(8787);
});

test.each(["0", "65536", "80.5", "-1", "1e3", "web", " "])("the port %j is refused by the name of its source", (bad) => {
  expect(() => portFrom(bad, "9002", 8787)).toThrow("--port");
  expect(() => portFrom(undefined, bad, 8787)).toThrow(`PORT is "${bad}"`);
});
