import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { createServer } from "node:net";
import type { Driver, Reference } from "./session.ts";

const DRIVER = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const MINI_BROWSER = "/usr/{lib,libexec}/**/webkit2gtk-4*/MiniBrowser";
/** The key of a reference to an element (w3.org/TR/webdriver2). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** In ms. */
const STARTS_WITHIN = 60_000;
const CLOSES_WITHIN = 10_000;
/** The protocol has no log: the page keeps its own errors from then on. */
const LISTEN = String(() => {
  const page = globalThis as { seenErrors?: string[] };
  if (page.seenErrors) return;
  const seen: string[] = [];
  page.seenErrors = seen;
  const say = console.error.bind(console);
  console.error = (...said: unknown[]) => {
    seen.push(said.map(String).join(" "));
    say(...said);
  };
  addEventListener("error", ({ message }) => void seen.push(message));
  addEventListener("unhandledrejection", (event: Event & { reason?: unknown }) => void seen.push(String(event.reason)));
});
const SEEN = "() => globalThis.seenErrors?.splice(0) ?? []";

/** WebKitGTK over WebDriver: a driver has one session, so each person has a driver. */
export async function openWebKit(display: Record<string, string>): Promise<Driver> {
  const [binary] = globSync(MINI_BROWSER);
  if (!binary) throw new Error("WebKitGTK's MiniBrowser is missing");
  const port = await freePort();
  const child = spawn(DRIVER, [`--port=${port}`], { stdio: "ignore", env: { ...process.env, ...display } });
  const address = `http://127.0.0.1:${port}`;
  await answering(address, child);
  const { sessionId } = await ask<{ sessionId: string }>("POST", `${address}/session`, {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } },
  });
  return new Window(`${address}/session/${sessionId}`, child);
}

class Window implements Driver {
  private readonly session: string;
  private readonly child: ChildProcess;
  private readonly seen: string[] = [];

  constructor(session: string, child: ChildProcess) {
    this.session = session;
    this.child = child;
  }

  async navigate(url: string): Promise<void> {
    await this.collect();
    await ask("POST", `${this.session}/url`, { url });
    await this.call(LISTEN, []);
  }

  async call(source: string, args: unknown[]): Promise<unknown> {
    const script = `return (${source}).apply(null, arguments)`;
    return ask("POST", `${this.session}/execute/sync`, { script, args });
  }

  async click(element: Reference): Promise<void> {
    await this.call(`(element) => element.scrollIntoView({ block: "center", behavior: "instant" })`, [element]);
    try {
      await ask("POST", `${this.session}/element/${element[ELEMENT]}/click`, {});
    } catch (error) {
      // The driver refuses links in several lines, and labels whose middle is a gap.
      if (!String(error).includes("not interactable")) throw error;
      await this.call("(element) => element.click()", [element]);
    }
  }

  async type(element: Reference, text: string): Promise<void> {
    await ask("POST", `${this.session}/element/${element[ELEMENT]}/value`, { text });
  }

  async attach(element: Reference, files: string[]): Promise<void> {
    await this.type(element, files.join("\n"));
  }

  /** The window has a frame around the page. */
  async resize(width: number, height: number): Promise<void> {
    const inner = (await this.call("() => [innerWidth, innerHeight]", [])) as [number, number];
    const outer = await ask<{ width: number; height: number }>("GET", `${this.session}/window/rect`);
    const rect = { width: width + outer.width - inner[0], height: height + outer.height - inner[1] };
    await ask("POST", `${this.session}/window/rect`, rect);
  }

  async addCookie(name: string, value: string, url: string): Promise<void> {
    const cookie = { name, value, domain: new URL(url).hostname, path: "/" };
    await ask("POST", `${this.session}/cookie`, { cookie });
  }

  /** The window is alone on its display. */
  async activate(): Promise<void> {}

  async errors(): Promise<string[]> {
    await this.collect();
    return this.seen;
  }

  private async collect(): Promise<void> {
    this.seen.push(...((await this.call(SEEN, [])) as string[]));
  }

  async close(): Promise<void> {
    await ask("DELETE", this.session, undefined, CLOSES_WITHIN).catch(() => {});
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}

async function ask<Result>(method: string, url: string, body?: object, within?: number): Promise<Result> {
  const signal = within ? AbortSignal.timeout(within) : undefined;
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), signal });
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function answering(address: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + STARTS_WITHIN;
  while (child.exitCode === null && Date.now() < end) {
    const ready = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("WebKitWebDriver does not start");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
