import { expect, test } from "vitest";
import { shortKey, tableOf } from "./browser-references.ts";

const entry = (key: string, group: string) => `
                "${key}": async () => {
                  const m = await import("virtual:vite-rsc/client-references/group/${group}");
                  return m.export_${key};
                },
              `;

function table(code: string): Record<string, () => Promise<unknown>> {
  const files = (name: string) => ({ export_rABC: { Name: name }, export_rDEF: { Name: `other of ${name}` } });
  const body = tableOf(code)
    .replaceAll(/import\("[^"]+\/group\/(\w+)"\)/g, 'Promise.resolve(files("$1"))')
    .replace("export default", "return");
  return new Function("files", body)(files);
}

test("each client component is loaded from its file, under its own name", async () => {
  const made = table(`export default {${entry("rABC", "shell")}${entry("rDEF", "shell")}};\n`);
  expect(Object.keys(made)).toEqual(["rABC", "rDEF"]);
  expect(await made.rABC?.()).toEqual({ Name: "shell" });
  expect(await made.rDEF?.()).toEqual({ Name: "other of shell" });
});

test("the browser gets no file for what the server alone reads of a route", () => {
  const made = table(`export default {${entry("rABC", "chat")}${entry("rDEF", "routes")}};\n`);
  expect(Object.keys(made)).toEqual(["rABC"]);
});

test("a list in another form stops the build", () => {
  expect(() => tableOf('export default {"a": () => import("b"),};')).toThrow("plugin-rsc has changed");
});

test("a file has one short name, another file another", () => {
  expect(shortKey("app/ui/more.client.tsx")).toMatch(/^r[A-Za-z0-9]{3}$/);
  expect(shortKey("app/ui/more.client.tsx")).toBe(shortKey("app/ui/more.client.tsx"));
  expect(shortKey("app/ui/more.client.tsx")).not.toBe(shortKey("app/ui/menu.tsx"));
});
