import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#scripts/ports.ts";
import type { SmtpDouble } from "./smtp-double.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Ended {
  code: number | null;
  output: string;
}

interface Options {
  /** Empty; it gets `data`, `sites` and `liaison.env`. */
  folder: string;
  smtp: SmtpDouble;
  /** Folder of a build for deployments. */
  build: string;
  /** Another checkout with scripts of its own. */
  root?: string;
  onLog?: (line: string) => void;
}

/** `npm run serve` in a folder of its own, as an operator has it. */
export class OwnServer {
  readonly data: string;
  readonly sites: string;
  readonly config: string;
  readonly logged: string[] = [];
  port = 0;
  process: ChildProcess | null = null;
  #root: string;
  #build: string;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    const { folder, root = ROOT, build } = options;
    [this.data, this.sites, this.config] = [join(folder, "data"), join(folder, "sites"), join(folder, "liaison.env")];
    this.#root = root;
    this.#build = build;
  }

  /** New secrets, and these settings beside the required ones. */
  async configure(settings: Record<string, string> = {}): Promise<void> {
    mkdirSync(this.sites, { recursive: true });
    this.port = await freePort();
    const made = await this.command("own/serve", "--new-config", this.config);
    if (made.code !== 0) throw new Error(made.output);
    const filled = readFileSync(this.config, "utf8")
      .replace("STAFF_HOST=", "STAFF_HOST=staff.example")
      .replace("SMTP_URL=", `SMTP_URL=smtp://127.0.0.1:${this.#options.smtp.port}`)
      .replace(/DATA=.*/, `DATA=${this.data}`)
      .replace(/PORT=8787/, `PORT=${this.port}`);
    const more = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(this.config, filled + more.join(""));
  }

  /** Of the operator, beside the server or without it. */
  command(name: string, ...args: string[]): Promise<Ended> {
    return new Promise((done) => {
      const script = join(this.#root, `scripts/${name}.ts`);
      const child = spawn(process.execPath, [script, ...args], { cwd: this.#root, env: this.env });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
      child.on("close", (code) => done({ code, output }));
    });
  }

  /** Another release from now on, which reads the same settings, sites and data. */
  use({ root, build }: { root: string; build: string }): void {
    [this.#root, this.#build] = [root, build];
  }

  /** Resolves when it takes requests. A group of its own: a kill reaches the runtime too. */
  async start(): Promise<void> {
    const args = [join(this.#root, "scripts/own/serve.ts"), "--config", this.config, "--from", this.#build];
    const child = spawn(process.execPath, args, {
      cwd: this.#root,
      env: this.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = child;
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
    await new Promise<void>((done, failed) => {
      child.on("close", (code) => failed(new Error(`ended with ${code}: ${said}`)));
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        const lines = text.split("\n").filter(Boolean);
        this.logged.push(...lines);
        for (const line of lines) this.#options.onLog?.(line);
        if (text.includes('"event":"ready"')) done();
      });
    });
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const { process: child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("close", done));
    if (signal === "SIGKILL") process.kill(-(child.pid as number), signal);
    else child.kill(signal);
    await ended;
  }

  /** Process ids of workerd. */
  runtimes(): number[] {
    return (JSON.parse(readFileSync(join(this.data, "holder.json"), "utf8")) as { runtimes: number[] }).runtimes;
  }

  /** Environment of the server's commands. */
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, NODE_NO_WARNINGS: "1", LIAISON_SITES: this.sites, LIAISON_DATA: this.data };
  }
}

/** Path of the first database of a store. */
export function databaseOf(store: string): string {
  const folder = join(store, "d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(folder).filter((one) => /^[0-9a-f]+\.sqlite$/.test(one));
  return join(folder, file);
}
