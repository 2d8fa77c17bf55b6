import { expect, test } from "vitest";
import { tableOf } from "./browser-references.ts";

const entry = (key: string, group: string) => `
                "${key}": async () => {
                  const m = await import("virtual:vite-rsc/client-references/group/${group}");
                  return m.export_${key};
                },
              `;

function table(code: string): Record<string, () => Promise<unknown>> {
  const body = tableOf(code)
    .replaceAll(/import\("[^"]+\/group\/([\w-]+)"\)/g, 'Promise.resolve(files("$1"))')
    .replace("export default", "return");
  return new Function("files", body)((file: string) => ({ export_abc: `abc of ${file}`, export_012: `012 of ${file}` }));
}

test("the browser's table names each client component and its file, no route and nothing of the router", async () => {
  const made = table(
    `export default {${entry("abc", "chat")}${entry("def", "routes")}${entry("678", "router")}${entry("012", "chat")}${entry("345", "beside-chats")}};\n`,
  );
  expect(Object.keys(made).sort()).toEqual(["012", "345", "abc"]);
  expect([await made.abc?.(), await made["012"]?.()]).toEqual(["abc of chat", "012 of chat"]);
});

test("a table in another form stops the build", () => {
  expect(() => tableOf('export default {"abc": () => import("routes"),};')).toThrow("plugin-rsc has changed");
  expect(() => tableOf(`export default {${entry("abc", "chat")}};`)).toThrow("plugin-rsc has changed");
});
