import { expect, test } from "vitest";
import { exampleOf, jsonSchema } from "./schema-words.ts";

test("an editor is told of every property what it is, and a valid value", () => {
  type Node = {
    properties?: Record<string, Node>;
    additionalProperties?: Node;
    items?: Node;
    oneOf?: Node[];
    description?: string;
  };
  const missing: string[] = [];
  let seen = 0;
  const look = (node: Node | undefined, path: string) => {
    if (typeof node !== "object") return;
    for (const [name, one] of Object.entries(node.properties ?? {})) {
      seen++;
      if (!one.description) missing.push(`${path}.${name}: no description`);
      if (exampleOf(one) === undefined && !one.properties && !one.additionalProperties)
        missing.push(`${path}.${name}: no example`);
      look(one, `${path}.${name}`);
    }
    for (const next of [node.additionalProperties, node.items, ...(node.oneOf ?? [])]) look(next, `${path}.*`);
  };
  look(jsonSchema as Node, "");
  expect(missing).toEqual([]);
  expect(seen).toBeGreaterThan(70);
});
