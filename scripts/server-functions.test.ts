import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { differences, serverFunctions } from "./server-functions.ts";

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
