import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { Firefox } from "./firefox.ts";
import { Session } from "./session.ts";
import { openWebKit } from "./webkit.ts";

export type Engine = "firefox" | "webkit";
/** Those that this machine has, as `npm run browsers` found them. */
export const ENGINES = (process.env.ENGINES ?? "firefox").split(",") as Engine[];
const XVFB = "/usr/bin/Xvfb";

/** GTK's frame around a page is wider than a phone's page, unless it is told to have no size. */
const NO_FRAME = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0); }\n";

/** Errors that every engine logs of itself: answers from 400 on, which no journey here provokes but by an expired session. */
const EXPECTED = /^Failed to load resource/;

/** Opens browsers of an engine; they end with the file, which fails on an error in a console. */
export function useEngine(engine: Engine, preferences: Record<string, unknown> = {}): { open: () => Promise<Session> } {
  const sessions: Session[] = [];
  let firefox: Firefox | undefined;
  const displays: Display[] = [];
  beforeAll(async () => {
    if (engine === "firefox") firefox = await Firefox.start(preferences);
  });
  afterAll(async () => {
    // A page that answers no more must not keep its browser running.
    const seen = await Promise.all(sessions.map((session) => session.errors().catch((error: Error) => [error.message])));
    const errors = seen.flat().filter((error) => !EXPECTED.test(error));
    await Promise.all(sessions.map((session) => session.close()));
    await firefox?.close();
    await Promise.all(displays.map((display) => display.close()));
    expect(errors, "errors in the console").toEqual([]);
  });
  /** On a display of its own each person's window has the focus: the driver cannot move it. */
  async function ownDisplay(): Promise<Record<string, string>> {
    const display = await startDisplay();
    displays.push(display);
    return display.environment;
  }
  return {
    async open() {
      const session = new Session(firefox ? await firefox.open() : await openWebKit(await ownDisplay()));
      sessions.push(session);
      return session;
    },
  };
}

interface Display {
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** WebKitGTK draws on a display: that of the person, or one in memory. */
async function startDisplay(): Promise<Display> {
  const folder = mkdtempSync(join(tmpdir(), "liaison-display-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0/gtk.css"), NO_FRAME);
  const environment = { XDG_CONFIG_HOME: folder };
  const removed = () => rmSync(folder, { recursive: true, force: true });
  if (!existsSync(XVFB)) return { environment, close: async () => removed() };
  const server = spawn(XVFB, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = await firstLine(server);
  return {
    environment: { ...environment, GDK_BACKEND: "x11", DISPLAY: `:${number}` },
    async close() {
      const ended = once(server, "exit");
      server.kill();
      await ended;
      removed();
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [data] = (await once(stdout ?? expect.unreachable(), "data")) as [Buffer];
  return String(data).trim();
}
