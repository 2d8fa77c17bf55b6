import { z } from "zod";
import { writtenSchema } from "./domain-file.ts";
import type { Path } from "./json-source.ts";
import { nearest } from "./nearest.ts";

interface Node {
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
}
type Issue = z.core.$ZodIssue;

export const jsonSchema = z.toJSONSchema(writtenSchema, { io: "input" });

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Reports each unknown key separately. */
export function wordsOf(issue: Issue, raw: unknown): { path: Path; message: string; what?: "name" }[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(nodeAt(path)?.properties ?? {});
    return issue.keys.map((key) => {
      const near = nearest(key, known);
      return { path: [...path, key], what: "name", message: `there is no such key${near ? `; did you mean ${near}?` : ""}` };
    });
  }
  const value = path.reduce<unknown>((at, part) => (isObject(at) ? at[part as string] : undefined), raw);
  // For a record the key is wrong, not its value.
  if (issue.code === "invalid_key")
    return [{ path, what: "name", message: issue.issues.map(({ message }) => message).join(", ") }];
  if (value === undefined) return [{ path, message: "is missing" }];
  if (issue.code === "invalid_type" && issue.expected === "int" && typeof value === "number")
    return [{ path, message: isAmount(path) ? `is in cents: ${Math.round(value * 100)}` : "is no whole number" }];
  const near = issue.code === "invalid_value" && typeof value === "string" ? nearest(value, issue.values.map(String)) : null;
  return [
    { path, message: near ? `is unknown; did you mean ${JSON.stringify(near)}?` : (plainly(issue, value) ?? issue.message) },
  ];
}

/** Limits and numbers in words; null for what the schema says itself. */
function plainly(issue: Issue, value: unknown): string | null {
  if (issue.code === "invalid_type" && ["int", "number"].includes(issue.expected))
    return typeof value === "string" ? "is a text, not a number" : null;
  if (issue.code !== "too_small" && issue.code !== "too_big") return null;
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const side = issue.code === "too_small" ? "at least" : "at most";
  if (issue.origin === "string") return value === "" ? "is empty" : `has ${side} ${bound} characters`;
  return issue.origin === "array" ? `has ${side} ${bound} entries` : `is ${side} ${bound}`;
}

/** Whole cents; who thinks in euros writes 11.90. */
function isAmount(path: Path): boolean {
  return ["amount", "costs"].includes(String(path.at(-1))) || path.at(-2) === "refund_alone";
}

export function nodeAt(path: Path): Node | undefined {
  let nodes: Node[] = [jsonSchema as Node];
  for (const part of path)
    nodes = nodes.flatMap(ways).flatMap((node) => {
      if (typeof part === "number") return node.items ?? [];
      const rest = typeof node.additionalProperties === "object" ? node.additionalProperties : [];
      return node.properties?.[String(part)] ?? rest;
    });
  const found = nodes.flatMap(ways);
  return nodes[0] && { ...nodes[0], properties: Object.assign({}, ...found.map(({ properties }) => properties)) };
}

function ways(node: Node): Node[] {
  return [node, ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(ways)];
}

export function exampleOf(node: Node | undefined): unknown {
  return node && [node.examples?.[0], node.const, node.default, node.enum?.[0]].find((value) => value !== undefined);
}
