import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { CommandLine, CommandResult } from "./commands-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROCESS = join(import.meta.dirname, "commands-process.ts");

export interface Commands {
  /** `run("codes", "list", "localhost")` is `npm run codes -- list localhost`. */
  run(name: string, ...words: string[]): Promise<CommandResult>;
  end(): void;
}

/**
 * Runs the scripts of a folder one after the other in one process, which loads their modules once: a start is most of a command's
 * time. Not for a store that nobody serves, which a command locks until its process ends.
 */
export function startCommands(folder = ROOT, env = process.env): Commands {
  let child: ChildProcess | undefined;
  let ended: Promise<never> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const start = () => {
    const started = fork(PROCESS, {
      cwd: folder,
      env: { ...env, NODE_NO_WARNINGS: "1" },
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    ended = once(started, "exit").then(([code]) => {
      throw new Error(`the process of the commands ended with ${code}`);
    });
    ended.catch(() => {});
    return started;
  };
  const ask = async (line: CommandLine) => {
    child ??= start();
    const answer = once(child, "message") as Promise<[CommandResult]>;
    child.send(line);
    const [result] = await Promise.race([answer, ended as Promise<never>]);
    return result;
  };
  return {
    run(name, ...words) {
      const result = last.then(() => ask({ script: `scripts/${name}.ts`, words }));
      last = result.catch(() => {});
      return result;
    },
    end() {
      child?.disconnect();
    },
  };
}
