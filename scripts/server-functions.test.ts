import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { differences, serverFunctions, serverFunctionsAhead } from "./server-functions.ts";

const root = mkdtempSync(join(tmpdir(), "liaison-functions-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const LIKE = "app/features/like.actions.ts";
const files = {
  [LIKE]: '"use server";\nexport type Answer = string;\nexport async function unlike() {}\nexport const like = async () => {};\n',
  "app/features/like.actions.test.ts": '"use server";\nexport async function tested() {}\n',
  "app/features/words.ts": '// Not "use server".\nexport async function words() {}\n',
  "app/routes/server/dev/ui.actions.ts": '"use server";\nexport default async function show() {}\n',
};
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test("server functions are the exports of files that begin with their directive", () => {
  const like = [join(root, LIKE), ["like", "unlike"]];
  expect([...serverFunctions(root, true)]).toEqual([like, [join(root, "app/routes/server/dev/ui.actions.ts"), ["default"]]]);
  expect([...serverFunctions(root, false)]).toEqual([like]);
});

test("a build is refused whose functions differ, or which holds one that no page imports", () => {
  const ahead = new Map([["a", ["one", "two"]]]);
  expect(differences(ahead, new Map(ahead), new Set(["a"]))).toEqual([]);
  expect(differences(ahead, new Map(ahead), new Set())).toEqual(["a: no page imports its server functions"]);
  expect(differences(ahead, new Map([["a", ["one"]]]), new Set(["a"]))).toEqual(["a: found ahead one,two, built one"]);
  expect(differences(ahead, new Map([...ahead, ["b", ["hidden"]]]), new Set(["a"]))).toEqual([
    "b: found ahead nothing, built hidden",
  ]);
});

/** As much of a build as the plugin asks of Vite and plugin-rsc. */
async function build(claimed: Record<string, string[]>): Promise<string[]> {
  const claimMap = new Map<string, Map<string, { exportNames: string[] }>>();
  const replaceClaim = (owner: string, id: string, claim: { exportNames: string[] }) => {
    claimMap.set(id, (claimMap.get(id) ?? new Map()).set(owner, claim));
  };
  const manager = { isScanBuild: true, serverReferences: { claimMap, replaceClaim, resolve: () => ({}) } };
  const plugin = serverFunctionsAhead(false, root) as unknown as Record<string, (given: object) => void> & {
    buildApp: { handler(builder: object): Promise<void> };
  };
  plugin.configResolved?.({ plugins: [{ name: "rsc:minimal", api: { manager } }] });
  const builder = { build: async (_environment: string) => {} };
  await plugin.buildApp.handler(builder);
  for (const environment of ["rsc", "ssr"]) await builder.build(environment);
  const errors: string[] = [];
  const end = (name: string) =>
    plugin.buildEnd?.call(
      {
        environment: { name },
        getModuleInfo: () => ({ importers: ["page"] }),
        error: (text: string) => errors.push(text),
      } as never,
      undefined as never,
    );
  for (const [id, exportNames] of Object.entries({ [join(root, LIKE)]: ["unlike", "like"], ...claimed }))
    replaceClaim("rsc:use-server", id, { exportNames });
  end("rsc");
  // plugin-rsc forgets an inline function when the browser's build or the first visit's meets its file.
  for (const id of Object.keys(claimed)) claimMap.delete(id);
  end("ssr");
  return errors;
}

test("a build is refused that meets an inline function in a file which islands share", async () => {
  expect(await build({})).toEqual([]);
  expect(await build({ "/shared.ts": ["$$hoist_0_save"] })).toEqual([
    "server functions:\n/shared.ts: found ahead nothing, built $$hoist_0_save",
  ]);
});

test("no file is read before a build begins", () => {
  const folder = join(root, "app/features/folder.ts");
  mkdirSync(folder);
  try {
    expect(() => serverFunctions(root, false)).toThrow("EISDIR");
    expect(serverFunctionsAhead(false, root).apply).toBe("build");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
