import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSecret } from "#worker/platform/ids.ts";
import { findCoturn } from "./coturn.ts";
import { freePort } from "./ports.ts";

/** Below the system's ephemeral range, so that two relays seldom meet. */
const FIRST = 30_000;
const RANGES = 20;
const RANGE = 100;
/** Ends the relay when its input ends: also where this process is killed. */
const WITH_PARENT = '"$@" & relay=$!; trap "kill $relay" TERM INT; cat >/dev/null; kill $relay 2>/dev/null; wait';

export interface LocalRelay {
  vars: Record<"TURN_URLS" | "TURN_SECRET" | "TURN_ADDRESSES", string>;
  /** Ends and starts again at the same port: what it relayed is lost, as on a changed network. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** coturn on loopback, where this machine has it, with a secret of its own. Null without it: then nobody calls. */
export async function startLocalRelay(): Promise<LocalRelay | null> {
  const coturn = findCoturn();
  if (!coturn) return null;
  const [port, secret, folder] = [await freePort(), newSecret(32), mkdtempSync(join(tmpdir(), "relay-"))];
  const first = FIRST + RANGE * (port % RANGES);
  const options = {
    ...{ "listening-ip": "127.0.0.1", "relay-ip": "127.0.0.1", "listening-port": port, realm: "localhost" },
    ...{ "min-port": first, "max-port": first + RANGE - 1, "static-auth-secret": secret, userdb: join(folder, "users") },
    ...{ "log-file": "stdout", pidfile: join(folder, "pid") },
  };
  const flags = ["use-auth-secret", "allow-loopback-peers", "no-multicast-peers", "no-tcp-relay", "no-cli", "no-tls", "no-dtls"];
  const args = [
    "-n",
    ...flags.map((flag) => `--${flag}`),
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  ];
  const start = () => {
    const child = spawn("sh", ["-c", WITH_PARENT, "sh", coturn.command, ...args], {
      env: { ...process.env, ...coturn.env },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.unref();
    (child.stdin as unknown as { unref?(): void }).unref?.();
    return child;
  };
  let relay = start();
  const end = async () => {
    const ended = relay.exitCode === null ? once(relay, "exit") : null;
    relay.stdin.destroy();
    await ended;
  };
  process.once("exit", () => {
    relay.stdin.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    vars: { TURN_URLS: `turn:127.0.0.1:${port}?transport=udp`, TURN_SECRET: secret, TURN_ADDRESSES: "127.0.0.1" },
    async restart() {
      await end();
      relay = start();
    },
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
