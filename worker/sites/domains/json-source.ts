export type Path = readonly PropertyKey[];

interface Span {
  /** Start of the name, for a value in an object. */
  name: number | null;
  start: number;
  end: number;
}

export interface Place {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** The value as it is written, cut to one short line; empty for a name. */
  text: string;
}

export interface JsonSource {
  /** Undefined if the text is not JSON. */
  value: unknown;
  problems: { path: Path; place: Place; message: string }[];
  /** A missing value is placed where its parent starts. */
  placeOf(path: Path, what: "name" | "value"): Place;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** Maximum length of a quoted value in a message, in UTF-16 units. */
const TEXT_LENGTH = 60;

export function readJson(text: string): JsonSource {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message, at } = syntaxError(text, (error as Error).message);
    const place = { ...positionOf(text, at), text: cut(lineAt(text, at)) };
    return { value: undefined, problems: [{ path: [], place, message }], placeOf: () => place };
  }
  const { spans, repeated } = scan(text);
  const placeOf = (path: Path, what: "name" | "value"): Place => {
    const span = spans.get(keyOf(path));
    if (!span) return path.length === 0 ? { line: 1, column: 1, text: "" } : { ...placeOf(path.slice(0, -1), "value"), text: "" };
    if (what === "name") return { ...positionOf(text, span.name ?? span.start), text: "" };
    return { ...positionOf(text, span.start), text: cut(text.slice(span.start, span.end)) };
  };
  const problems = repeated.map(({ path, at }) => ({
    path,
    place: { ...positionOf(text, at), text: "" },
    message: "stands here twice",
  }));
  return { value, problems, placeOf };
}

/** Positions of all values of a valid JSON text. The last of equal names wins, as in JSON.parse. */
function scan(text: string) {
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: token, index: at }) => ({ token, at }));
  const spans = new Map<string, Span>();
  const repeated: { path: Path; at: number }[] = [];
  let next = 0;
  const peek = () => tokens[next]?.token;
  const take = () => tokens[next++] as { token: string; at: number };
  const readValue = (path: Path, name: number | null) => {
    const { token, at: start } = take();
    if (token === "{") readItems("}", path, true);
    if (token === "[") readItems("]", path, false);
    const last = tokens[next - 1] as { token: string; at: number };
    spans.set(keyOf(path), { name, start, end: last.at + last.token.length });
  };
  const readItems = (close: string, path: Path, named: boolean) => {
    const seen = new Set<string>();
    for (let index = 0; peek() !== close; index++) {
      if (peek() === ",") take();
      if (!named) {
        readValue([...path, index], null);
        continue;
      }
      const { token, at } = take();
      const name = JSON.parse(token) as string;
      if (seen.has(name)) repeated.push({ path: [...path, name], at });
      seen.add(name);
      take();
      readValue([...path, name], at);
    }
    take();
  };
  readValue([], null);
  return { spans, repeated };
}

function keyOf(path: Path): string {
  return JSON.stringify(path.map(String));
}

function syntaxError(text: string, said: string): { message: string; at: number } {
  const at = firstWrong(text);
  if (isComment(text, at)) return { message: "is not JSON: a comment, and JSON has none. Delete it", at };
  const message = said.replace(/,? (in JSON at position|after JSON at position|at position|"|\.\.\.").*$/su, "");
  return { message: `is not JSON: ${message}`, at };
}

/** The text before is right, so the position is outside of a string. */
function isComment(text: string, at: number): boolean {
  return /^(\/[/*]|#)/.test(text.slice(at, at + 2));
}

/** V8 names no position for an unexpected token. The shortest prefix that is wrong before its end contains it. */
function firstWrong(text: string): number {
  let [right, wrong] = [0, text.length + 1];
  while (right + 1 < wrong) {
    const length = (right + wrong) >> 1;
    if (isUnfinished(text.slice(0, length))) right = length;
    else wrong = length;
  }
  return wrong - 1;
}

function isUnfinished(prefix: string): boolean {
  try {
    JSON.parse(prefix);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const position = / at position (\d+)/.exec(message);
    return position ? Number(position[1]) >= prefix.length : !message.startsWith("Unexpected token");
  }
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}

function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return text.slice(start, end === -1 ? undefined : end);
}

function cut(text: string): string {
  const line = text
    .replace(/(?<=[[{])\s+|\s+(?=[\]}])/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > TEXT_LENGTH ? `${line.slice(0, TEXT_LENGTH - 1)}…` : line;
}
