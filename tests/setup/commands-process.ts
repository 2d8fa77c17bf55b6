import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Thrown where a command ends its process: this one goes on. */
class Ended extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

export interface CommandLine {
  /** Path below the working folder, like `scripts/codes.ts`. */
  script: string;
  words: string[];
}

export interface CommandResult {
  code: number;
  output: string;
}

const exit = process.exit.bind(process);
let output = "";
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: string | Uint8Array) => {
    output += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  };
process.exit = (code) => {
  throw new Ended(Number(code ?? process.exitCode ?? 0));
};

let commands = 0;

async function run({ script, words }: CommandLine): Promise<CommandResult> {
  const path = join(process.cwd(), script);
  process.argv = [process.execPath, path, ...words];
  process.exitCode = undefined;
  output = "";
  try {
    // Node runs the file anew for each address, and keeps what it imports.
    await import(`${pathToFileURL(path)}?command=${commands++}`);
    return { code: Number(process.exitCode ?? 0), output };
  } catch (error) {
    if (error instanceof Ended) return { code: error.code, output };
    return { code: 1, output: `${output}${(error as Error).stack}\n` };
  } finally {
    process.exitCode = undefined;
  }
}

let last: Promise<unknown> = Promise.resolve();
process.on("message", (line: CommandLine) => {
  // One after the other: they share the arguments and the output of this process.
  last = last.then(async () => process.send?.(await run(line)));
});
process.once("disconnect", () => exit());
