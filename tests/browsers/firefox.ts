import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Driver, Reference } from "./session.ts";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
/** Nothing asks the network outside, and no first-run page opens. */
const PREFERENCES = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.push.connection.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.enabled": false,
};
/** In ms. */
const STARTS_WITHIN = 60_000;

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  type: "success" | "error" | "event";
  method?: string;
  result?: unknown;
  params?: Params;
  error?: string;
  message?: string;
}

/** One Firefox over WebDriver BiDi (w3.org/TR/webdriver-bidi); each person has a window and a user context. */
export class Firefox {
  private asked = 0;
  private readonly waiting = new Map<number, (message: Message) => void>();
  private readonly listeners: ((method: string, params: Params) => void)[] = [];

  private readonly child: ChildProcess;
  private readonly profile: string;
  private readonly socket: WebSocket;

  private constructor(child: ChildProcess, profile: string, socket: WebSocket) {
    this.child = child;
    this.profile = profile;
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.type === "event") for (const listen of this.listeners) listen(message.method ?? "", message.params ?? {});
      else this.waiting.get(message.id ?? 0)?.(message);
    });
  }

  static async start(preferences: Record<string, unknown> = {}): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "liaison-firefox-"));
    const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, "user.js"), lines.join("\n"));
    const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
    const child = spawn(FIREFOX, args, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await listening(child);
    const socket = new WebSocket(`${address}/session`);
    await once(socket, "open");
    const firefox = new Firefox(child, profile, socket);
    await firefox.send("session.new", { capabilities: {} });
    await firefox.send("session.subscribe", { events: ["log.entryAdded"] });
    return firefox;
  }

  async send<Result>(method: string, params: Params): Promise<Result> {
    const id = ++this.asked;
    const answer = await new Promise<Message>((resolve) => {
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    this.waiting.delete(id);
    if (answer.type === "error") throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result as Result;
  }

  async open(): Promise<Driver> {
    const { userContext } = await this.send<{ userContext: string }>("browser.createUserContext", {});
    const { context } = await this.send<{ context: string }>("browsingContext.create", { type: "window", userContext });
    const errors: string[] = [];
    this.listeners.push((method, params) => {
      const { level, text, source } = params as { level: string; text: string; source: { context?: string } };
      if (method === "log.entryAdded" && level === "error" && source.context === context) errors.push(text);
    });
    return new Tab(this, context, userContext, errors);
  }

  /** In each page that is opened from now on, before its scripts. */
  async preload(body: () => void): Promise<void> {
    await this.send("script.addPreloadScript", { functionDeclaration: String(body) });
  }

  async close(): Promise<void> {
    const ended = once(this.child, "exit");
    await this.send("browser.close", {}).catch(() => this.child.kill("SIGKILL"));
    await ended;
    rmSync(this.profile, { recursive: true, force: true });
  }
}

class Tab implements Driver {
  private readonly firefox: Firefox;
  private readonly context: string;
  private readonly userContext: string;
  private readonly seen: string[];

  constructor(firefox: Firefox, context: string, userContext: string, seen: string[]) {
    this.firefox = firefox;
    this.context = context;
    this.userContext = userContext;
    this.seen = seen;
  }

  async navigate(url: string): Promise<void> {
    await this.firefox.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  async call(source: string, args: unknown[]): Promise<unknown> {
    type Called = { type: string; result: Remote; exceptionDetails?: { text: string } };
    const { result, exceptionDetails } = await this.firefox.send<Called>("script.callFunction", {
      functionDeclaration: source,
      arguments: args.map(localOf),
      target: { context: this.context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return plainOf(result);
  }

  async click(element: Reference): Promise<void> {
    await this.call(`(element) => element.scrollIntoView({ block: "center", behavior: "instant" })`, [element]);
    const move = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element } };
    const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await this.act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
  }

  async type(element: Reference, text: string): Promise<void> {
    await this.call("(element) => element.focus()", [element]);
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.act({ type: "key", id: "keys", actions });
  }

  async attach(element: Reference, files: string[]): Promise<void> {
    await this.firefox.send("input.setFiles", { context: this.context, element, files });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.firefox.send("browsingContext.setViewport", { context: this.context, viewport: { width, height } });
  }

  async addCookie(name: string, value: string, url: string): Promise<void> {
    const cookie = { name, value: { type: "string", value }, domain: new URL(url).hostname, path: "/" };
    await this.firefox.send("storage.setCookie", { cookie, partition: { type: "context", context: this.context } });
  }

  async activate(): Promise<void> {
    await this.firefox.send("browsingContext.activate", { context: this.context });
  }

  async errors(): Promise<string[]> {
    return this.seen;
  }

  async close(): Promise<void> {
    await this.firefox.send("browser.removeUserContext", { userContext: this.userContext });
  }

  private async act(source: Params): Promise<void> {
    await this.firefox.send("input.performActions", { context: this.context, actions: [source] });
  }
}

async function listening(child: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Firefox does not start: ${said}`)), STARTS_WITHIN);
    child.on("error", reject);
    child.stderr?.on("data", (data: Buffer) => {
      said += data;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
  });
}

type Remote = { type: string; value?: unknown; sharedId?: string };

function localOf(value: unknown): Params {
  if (value === null) return { type: "null" };
  if (typeof value === "object" && "sharedId" in value) return value as Params;
  if (Array.isArray(value)) return { type: "array", value: value.map(localOf) };
  return { type: typeof value, value };
}

function plainOf({ type, value, sharedId }: Remote): unknown {
  if (type === "node") return { sharedId };
  if (type === "array") return (value as Remote[]).map(plainOf);
  if (type === "object") return Object.fromEntries((value as [string, Remote][]).map(([key, one]) => [key, plainOf(one)]));
  return type === "null" || type === "undefined" ? null : value;
}
