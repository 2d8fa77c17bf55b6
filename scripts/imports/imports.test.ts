// Each rule refuses a planted violation. `npm run check` runs it with Node's own test runner.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { areaOf, kindOf, problemsIn } from "./check.ts";
import { hasItsDirective } from "./directives.ts";
import { strangersAmong } from "./features.ts";
import { importsIn, importsOf, productFiles } from "./imports.ts";
import { AREAS, KINDS } from "./kinds.ts";
import { PLANTED } from "./planted.ts";

const ROOT = join(import.meta.dirname, "../..");

for (const { name } of KINDS) {
  test(`${name} has a planted violation`, () => {
    if (name === "css") return;
    assert.ok((PLANTED[name] ?? []).length > 0);
  });
  for (const [file, line, why] of PLANTED[name] ?? []) {
    test(`${file} may not say: ${line}`, () => {
      assert.equal(kindOf(file)?.name, name);
      assert.deepEqual(reasons([file, line]), [why]);
    });
  }
}

test("a file of no kind is refused", () => {
  assert.match(reasons(["worker/stray.ts", 'import { z } from "zod";'])[0] ?? "", /no kind of file/);
});

test("an import that goes up is refused, of a type too", () => {
  const up = 'import type { L } from "#worker/accounts/leaving/leaving.ts";';
  assert.deepEqual(reasons(["worker/people/identity/viewer.ts", up]), ["people lies below accounts"]);
  assert.deepEqual(reasons(["worker/accounts/signup/signup.ts", up]), []);
  assert.deepEqual(reasons(["worker/backoffice/support/support.ts", up]), []);
  const page = 'import { ChatPage } from "#app/features/messaging/chat/open-chat.tsx";';
  assert.deepEqual(reasons(["app/features/discovery/members/cards.tsx", page]), ["discovery lies below messaging"]);
  assert.deepEqual(reasons(["app/features/accounts/leaving/deletion.tsx", page]), []);
});

test("pages of every area see the request's facts and the list of calls, the worker's areas below do not", () => {
  const open = [
    'import { edge } from "#worker/server/edge/edge.ts";',
    'import type { CallOutput } from "#worker/server/calls.ts";',
  ];
  for (const line of open) {
    for (const file of ["app/features/sites/legal/terms.tsx", "app/features/delivery/mail/resume.actions.ts"])
      assert.deepEqual(reasons([file, line]), [], line);
  }
  const type = 'import type { Edge } from "#worker/server/edge/edge.ts";';
  assert.deepEqual(reasons(["worker/sites/pwa/pwa.ts", type]), ["sites lies below server"]);
});

test("a route composes features and contracts of any area", () => {
  const route = "app/routes/people/reports/reports.tsx";
  const lines = [
    'import { ChatPage } from "#app/features/messaging/chat/open-chat.tsx";',
    'import type { User } from "#worker/accounts/user/user.contract.ts";',
  ];
  for (const line of lines) assert.deepEqual(reasons([route, line]), [], line);
});

test("layouts compose, and only the uppermost area may use them", () => {
  const chat = 'import { ChatPage } from "#app/features/messaging/chat/open-chat.tsx";';
  assert.deepEqual(reasons(["app/layouts/chat.tsx", chat]), []);
  const logo = 'import { Logo } from "#app/layouts/logo.tsx";';
  assert.deepEqual(reasons(["app/features/server/notices/entry-warning.tsx", logo]), []);
  assert.deepEqual(reasons(["app/features/accounts/signup/landing.tsx", logo]), ["accounts lies below server"]);
});

test("what the features of all areas share imports from no area above its own", () => {
  const action = 'import { confirmByCode } from "#app/features/accounts/signup/activation.actions.ts";';
  const user = 'import type { User } from "#worker/accounts/user/user.contract.ts";';
  for (const line of [action, user])
    assert.deepEqual(reasons(["app/request/not-confirmed.tsx", line]), ["people lies below accounts"], line);
  const calls = 'import type { CallOutput } from "#worker/server/calls.ts";';
  assert.deepEqual(reasons(["app/request/require-user.ts", calls]), []);
  const niche = 'import { nicheOf } from "#worker/sites/domains/niches.vocabulary.ts";';
  assert.deepEqual(reasons(["app/head/site-description.ts", niche]), []);
  assert.deepEqual(reasons(["app/ui/card.tsx", 'import type { N } from "#worker/sites/domains/niches.vocabulary.ts";']), [
    "platform lies below sites",
  ]);
});

test("every file of the worker and of the app lies in an area", () => {
  const inside = productFiles(ROOT).filter((file) => /^(?:worker|app)\//.test(file));
  for (const place of ["worker", "app/features", "app/routes", "app/layouts", "app/request"])
    assert.ok(inside.filter((file) => file.startsWith(`${place}/`)).length > 20, place);
  const stray = inside.filter((file) => !(AREAS as readonly (string | null)[]).includes(areaOf(file)));
  assert.deepEqual(stray, []);
});

test("types pass where values do not", () => {
  const file = "app/features/discovery/likes/like.client.tsx";
  assert.deepEqual(reasons([file, 'import type { Like } from "#worker/discovery/likes/likes.contract.ts";']), []);
  assert.deepEqual(reasons([file, 'import { type Like } from "#worker/discovery/likes/likes.contract.ts";']), []);
  assert.deepEqual(reasons([file, 'import { type Like, like } from "#worker/discovery/likes/likes.contract.ts";']), [
    "island may not import contract",
  ]);
});

test("a folder or a namespace that names no room is refused", () => {
  const places = {
    "app/features": ["likes", "legal", "checkout", "dev"],
    "app/routes": ["likes", "dev", "accounts"],
    "locales/en.json": ["likes", "nav", "unlock"],
  };
  assert.deepEqual(strangersAmong(["likes"], places), [
    "app/features: checkout",
    "app/features: dev",
    "app/routes: accounts",
    "locales/en.json: unlock",
  ]);
});

test("a directive that is missing or follows an import is refused", () => {
  const island = "app/features/discovery/likes/like.client.tsx";
  assert.equal(hasItsDirective(island, '"use client";\nimport { like } from "./like.ts";'), true);
  assert.equal(hasItsDirective(island, 'import { like } from "./like.ts";\n"use client";'), false);
  assert.equal(hasItsDirective("app/features/discovery/likes/like.actions.ts", 'import { like } from "./like.ts";'), false);
  assert.equal(hasItsDirective("app/features/discovery/likes/like.ts", 'import { like } from "./like.ts";'), true);
});

test("the linter refuses a path that leaves its folder by dots, and SQL that does not take its names from the schema", () => {
  const raw = 'export { sql } from "drizzle-orm";';
  const refused = {
    "app/features/discovery/likes/like.ts": 'export { cx } from "../../ui/cx.ts";',
    "worker/discovery/likes/likes.ts": 'export { newId } from "../lib/ids.ts";',
    "worker/discovery/likes/likes.store.ts": raw,
  };
  const allowed = {
    "app/ui/badge.tsx": 'export { cx } from "./cx.ts";',
    "worker/discovery/likes/counts.store.ts": 'export { eq } from "drizzle-orm";',
    "db/sql.ts": raw,
  };
  assert.deepEqual(refusedByLinter({ ...refused, ...allowed }), Object.keys(refused).sort());
});

test("the check reads the whole product", () => {
  const files = productFiles(ROOT);
  assert.ok(files.length > 550, `${files.length} files`);
  assert.ok(importsIn(ROOT, files).length > 3000);
  for (const file of files) assert.ok(kindOf(file), `${file} is of no kind`);
});

/** Files that the linter's rule about imports refuses. */
function refusedByLinter(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "liaison-lint-"));
  try {
    copyFileSync(join(ROOT, "biome.json"), join(folder, "biome.json"));
    writeFileSync(join(folder, ".gitignore"), "node_modules\n");
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    }
    const options = ["lint", "--reporter=github"];
    const said = spawnSync(join(ROOT, "node_modules/.bin/biome"), options, { cwd: folder, encoding: "utf8" });
    const found = `${said.stdout}${said.stderr}`.matchAll(/noRestrictedImports,file=([^,]+)/g);
    return [...found].map(([, file = ""]) => relative(folder, file)).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function reasons(...files: [file: string, text: string][]): string[] {
  return problemsIn(files.flatMap(([file, text]) => importsOf(file, text))).map(({ why }) => why);
}
