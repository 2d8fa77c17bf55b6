import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { type Call, refusalsOf } from "#worker/platform/call.ts";
import { CALLS } from "#worker/server/calls.ts";

interface Source {
  /** Text by the name of each function. */
  functions: Map<string, string>;
  /** File by each imported name. */
  imports: Map<string, string>;
}

const FILES = globSync("worker/*/*/*.ts").filter((file) => !/\.(test|store|object)\.ts$/.test(file));
const SOURCES = new Map(FILES.map((file) => [file, sourceOf(file, readFileSync(file, "utf8"))]));
/**
 * Found by this walk, but impossible. A draft that cached facts refuse is saved on current ones. A photo or recording belongs to a
 * conversation that has begun. A message that is to be paid for is asked about at the price 0. What waits and cannot reach its
 * receiver is answered with a reason.
 */
const IMPOSSIBLE = [
  "saveDraft: conflict",
  "sendPhoto: too_many_conversations",
  "sendVoice: too_many_conversations",
  "payToSend: not_enough_credits",
  "sendWaiting: not_found",
  "sendWaiting: blocked",
];
const CONTRACTS = FILES.filter((file) => file.endsWith(".contract.ts")).map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

function sourceOf(file: string, text: string): Source {
  const { program, module } = parseSync(file, text);
  const functions = new Map<string, string>();
  const keep = (name: string, { start, end }: { start: number; end: number }) => functions.set(name, text.slice(start, end));
  const visitor: ConstructorParameters<typeof Visitor>[0] = {};
  visitor.FunctionDeclaration = (node) => void (node.id && keep(node.id.name, node));
  visitor.Property = ({ key, value, ...node }) =>
    void (key.type === "Identifier" && /Function/.test(value.type) && keep(key.name, node));
  visitor.VariableDeclarator = ({ id, init, ...node }) =>
    void (id.type === "Identifier" && init && /Function/.test(init.type) && keep(id.name, node));
  new Visitor(visitor).visit(program);
  const imports = new Map<string, string>();
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { localName } of entries)
      imports.set(localName.value, moduleRequest.value.replace(/^#/, "").replace(/^\.\//, `${dirname(file)}/`));
  return { functions, imports };
}

/** Codes that a rule throws, also by functions that it calls by name: its file's, imported ones and those of its room. */
function thrownBy(name: string, room: string): Set<string> {
  const codes = new Set<string>();
  const seen = new Set<string>();
  const read = (file: string | undefined, called: string): void => {
    const text = file && SOURCES.get(file)?.functions.get(called);
    if (!text || seen.has(text)) return;
    seen.add(text);
    for (const [, code = ""] of text.matchAll(/new AppError\("(\w+)"/g)) codes.add(code);
    for (const [, next = ""] of text.matchAll(/(?<![.\w])(\w+)\(/g)) read(fileOf(next, file), next);
  };
  const fileOf = (called: string, file: string): string | undefined => {
    const { functions, imports } = SOURCES.get(file) as Source;
    if (functions.has(called)) return file;
    return imports.get(called) ?? FILES.find((one) => dirname(one) === room && SOURCES.get(one)?.functions.has(called));
  };
  for (const file of FILES) if (dirname(file) === room) read(file, name);
  return codes;
}

describe("the contract", () => {
  it("declares each code that a rule throws", () => {
    const calls = Object.entries(CALLS) as [string, Call][];
    const thrown = calls.map(([name, call]) => {
      const contract = CONTRACTS.find(({ text }) => text.includes(`\n  ${name}: defineCall(`));
      return { name, codes: [...thrownBy(name, join(dirname(contract?.file ?? "")))], declared: refusalsOf(call) as string[] };
    });
    expect(thrown.filter(({ codes }) => codes.length > 0).length).toBeGreaterThan(40);
    const missing = thrown.flatMap(({ name, codes, declared }) =>
      codes.filter((code) => !declared.includes(code)).map((code) => `${name}: ${code}`),
    );
    expect(missing).toEqual(IMPOSSIBLE);
  });
});
