// Each rule refuses a planted violation. `npm run check` runs it with Node's own test runner.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { kindOf, problemsIn } from "./check.ts";
import { hasItsDirective } from "./directives.ts";
import { strangersAmong } from "./features.ts";
import { importsIn, importsOf, productFiles } from "./imports.ts";
import { KINDS } from "./kinds.ts";

const ROOT = join(import.meta.dirname, "../..");

/** By kind: the file, the planted line and the expected message. */
const PLANTED: Record<string, [file: string, line: string, why: string][]> = {
  data: [
    ["db/schema/attributes.ts", 'import { GENDERS } from "./members.ts";', "data may not import schema"],
    ["db/places.ts", 'import { cleanLine } from "#worker/lib/text.ts";', "data may not import lib"],
  ],
  vocabulary: [
    ["worker/links/vocabulary.ts", 'import { createLinks } from "./links.ts";', "vocabulary may not import rules"],
    [
      "worker/domains/settings.vocabulary.ts",
      'import type { Domain } from "./domain-file.ts";',
      "vocabulary may not import types of rules",
    ],
  ],
  schema: [["db/schema/likes.ts", 'import { likesOf } from "#worker/likes/likes.ts";', "schema may not import rules"]],
  db: [["db/client.ts", 'import { createLikes } from "#worker/likes/likes.ts";', "db may not import rules"]],
  locales: [["locales/index.ts", 'import { edge } from "#worker/edge/edge.ts";', "locales may not import edge"]],
  contract: [
    ["worker/likes/likes.contract.ts", 'import { members } from "#db/schema/index.ts";', "contract may not import schema"],
    [
      "worker/likes/likes.contract.ts",
      'import type { Store } from "./likes.store.ts";',
      "contract may not import types of store",
    ],
  ],
  protocol: [["worker/live/live.protocol.ts", 'import { z } from "zod";', "protocol may not import zod"]],
  sql: [["worker/members/card.sql.ts", 'import { env } from "cloudflare:workers";', "sql may not import cloudflare:workers"]],
  store: [
    [
      "worker/likes/likes.store.ts",
      'import { createChatStore } from "#worker/chat/chat.store.ts";',
      "store may not import store",
    ],
    [
      "worker/likes/likes.store.ts",
      'import type { ChatStore } from "#worker/chat/chat.store.ts";',
      "store may not import types of store",
    ],
  ],
  object: [
    [
      "worker/live/inbox.object.ts",
      'import { createChatStore } from "#worker/chat/chat.store.ts";',
      "object may not import store",
    ],
    [
      "worker/live/inbox.object.ts",
      'import { LimitCounter } from "#worker/lib/limits.object.ts";',
      "object may not import object",
    ],
    ["worker/live/inbox.object.ts", 'import { cardOf } from "#worker/members/card.ts";', "object may not import rules"],
  ],
  consumer: [
    ["worker/mail/mail.consumer.ts", 'import { env } from "cloudflare:workers";', "consumer may not import cloudflare:workers"],
  ],
  lib: [
    ["worker/lib/dates.ts", 'import { likes } from "#worker/likes/likes.ts";', "lib may not import rules"],
    ["worker/lib/dates.ts", 'import type { Likes } from "#worker/likes/likes.ts";', "lib may not import types of rules"],
  ],
  registry: [["worker/calls.ts", 'import { createLikes } from "./likes/likes.ts";', "registry may not import rules"]],
  "edge-build": [["worker/edge/build.ts", 'import { drizzle } from "drizzle-orm/d1";', "edge-build may not import drizzle-orm"]],
  edge: [
    [
      "worker/edge/host.ts",
      'import { createDomainsStore } from "#worker/domains/domains.store.ts";',
      "edge may not import store",
    ],
  ],
  sides: [["worker/sides/local.ts", 'import { drizzle } from "drizzle-orm/d1";', "sides may not import drizzle-orm"]],
  api: [["worker/api/api.ts", 'import { createChatStore } from "#worker/chat/chat.store.ts";', "api may not import store"]],
  wiring: [["worker/wiring/chat.ts", 'import { Hono } from "hono";', "wiring may not import hono"]],
  dev: [["worker/dev/pages.ts", 'import { connect } from "#db/client.ts";', "dev may not import db"]],
  entry: [["worker/worker.ts", 'import { createChatStore } from "./chat/chat.store.ts";', "entry may not import store"]],
  endpoint: [
    ["worker/live/polls.endpoint.ts", 'import { Hono } from "hono";', "endpoint may not import hono"],
    ["worker/media/media.endpoint.ts", 'import { createMediaStore } from "./media.store.ts";', "endpoint may not import store"],
  ],
  template: [["worker/leaving/readme.template.ts", 'import { Hono } from "hono";', "template may not import hono"]],
  rules: [
    ["worker/likes/likes.ts", 'import { env } from "cloudflare:workers";', "rules may not import cloudflare:workers"],
    ["worker/likes/likes.ts", 'import { createLikesStore } from "./likes.store.ts";', "rules may not import store"],
    ["worker/identity/probe.ts", 'export { sql } from "drizzle-orm/d1";', "rules may not import drizzle-orm"],
    ["worker/likes/likes.ts", 'import { services } from "#worker/wiring/index.ts";', "rules may not import wiring"],
    ["worker/likes/likes.ts", 'const page = await import("#app/root.tsx");', "rules may not import app-entry"],
    ["worker/likes/likes.ts", 'import { MemberInbox } from "#worker/live/inbox.object.ts";', "rules may not import object"],
    ["worker/likes/likes.ts", 'import leftPad from "left-pad";', "rules may not import left-pad"],
  ],
  css: [],
  island: [
    ["app/features/likes/like.client.tsx", 'import { z } from "zod";', "island may not import zod"],
    ["app/features/likes/like.client.tsx", 'import { AppError } from "#worker/lib/errors.ts";', "island may not import lib"],
    ["app/features/likes/like.client.tsx", 'import { texts } from "#locales/index.ts";', "island may not import locales"],
  ],
  shared: [
    [
      "app/features/likes/delayed-like-popup-card.shared.tsx",
      'import { edge } from "#worker/edge/edge.ts";',
      "shared may not import edge",
    ],
    [
      "app/features/likes/delayed-like-popup-card.shared.tsx",
      'import { LikeForm } from "./like-form.tsx";',
      "shared may not import feature",
    ],
  ],
  live: [["app/live/client.ts", 'import { likes } from "#worker/likes/likes.contract.ts";', "live may not import contract"]],
  page: [
    ["app/page/page.ts", 'import { createBrowserRouter } from "react-router";', "page may not import react-router"],
    ["app/page/page.ts", 'import { LikeForm } from "#app/features/likes/like-form.tsx";', "page may not import feature"],
  ],
  ui: [
    ["app/ui/button.tsx", 'import { edge } from "#worker/edge/edge.ts";', "ui may not import edge"],
    ["app/ui/button.tsx", 'import { LikeForm } from "#app/features/likes/like-form.tsx";', "ui may not import feature"],
  ],
  actions: [
    [
      "app/features/likes/like.actions.ts",
      'import { services } from "#worker/wiring/index.ts";',
      "actions may not import wiring",
    ],
  ],
  request: [
    ["app/request/forms.ts", 'import { createChatStore } from "#worker/chat/chat.store.ts";', "request may not import store"],
  ],
  feature: [
    [
      "app/features/likes/like-form.tsx",
      'import type { LikeRules } from "#worker/likes/likes.ts";',
      "feature may not import types of rules",
    ],
    [
      "app/features/likes/like-form.tsx",
      'import { env } from "cloudflare:workers";',
      "feature may not import cloudflare:workers",
    ],
    ["app/features/likes/like-form.tsx", 'import Likes from "#app/routes/likes/likes.tsx";', "feature may not import route"],
    [
      "app/features/likes/like-form.tsx",
      'type T = import("#worker/chat/chat.store.ts").S;',
      "feature may not import types of store",
    ],
  ],
  layout: [["app/layouts/default.tsx", 'import { likes } from "#worker/likes/likes.store.ts";', "layout may not import store"]],
  route: [
    ["app/routes/likes/likes.tsx", 'import { createLikes } from "#worker/likes/likes.ts";', "route may not import rules"],
    ["app/routes/likes/likes.tsx", 'import { members } from "#db/schema/members.ts";', "route may not import schema"],
    ["app/routes/likes/likes.tsx", 'import { services } from "#worker/wiring/index.ts";', "route may not import wiring"],
    ["app/routes/likes/likes.tsx", 'import { createOutbox } from "#worker/mail/outbox.store.ts";', "route may not import store"],
    ["app/routes/likes/likes.tsx", 'import { buildEdge } from "#worker/edge/build.ts";', "route may not import edge-build"],
  ],
  rendering: [["app/rendering/document.ts", 'import { Hono } from "hono";', "rendering may not import hono"]],
  "app-entry": [["app/root.tsx", 'import { db } from "#db/client.ts";', "app-entry may not import db"]],
};

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

test("an earlier room of an account does not know a later one", () => {
  assert.deepEqual(reasons(["worker/identity/user.ts", 'import type { L } from "#worker/leaving/leaving.ts";']), [
    "identity stands before leaving",
  ]);
  assert.deepEqual(reasons(["worker/signup/signup.ts", 'import { r } from "#worker/recovery/reset.ts";']), [
    "signup stands before recovery",
  ]);
  assert.deepEqual(reasons(["worker/leaving/leaving.ts", 'import { logIn } from "#worker/sessions/login.ts";']), []);
});

test("files that import each other are refused, of types too", () => {
  assert.deepEqual(
    reasons(["app/ui/a.tsx", 'import { b } from "./b.tsx";'], ["app/ui/b.tsx", 'import type { A } from "./a.tsx";']),
    ["a circle"],
  );
  assert.deepEqual(
    reasons(["app/ui/a.tsx", 'import { b } from "./b.tsx";'], ["app/ui/b.tsx", 'export { c } from "./c.tsx";']),
    [],
  );
});

test("types pass where values do not", () => {
  const file = "app/features/likes/like.client.tsx";
  assert.deepEqual(reasons([file, 'import type { Like } from "#worker/likes/likes.contract.ts";']), []);
  assert.deepEqual(reasons([file, 'import { type Like } from "#worker/likes/likes.contract.ts";']), []);
  assert.deepEqual(reasons([file, 'import { type Like, like } from "#worker/likes/likes.contract.ts";']), [
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
  const island = "app/features/likes/like.client.tsx";
  assert.equal(hasItsDirective(island, '"use client";\nimport { like } from "./like.ts";'), true);
  assert.equal(hasItsDirective(island, 'import { like } from "./like.ts";\n"use client";'), false);
  assert.equal(hasItsDirective("app/features/likes/like.actions.ts", 'import { like } from "./like.ts";'), false);
  assert.equal(hasItsDirective("app/features/likes/like.ts", 'import { like } from "./like.ts";'), true);
});

test("the linter refuses a path that leaves its folder by dots, and SQL that does not take its names from the schema", () => {
  const raw = 'export { sql } from "drizzle-orm";';
  const refused = {
    "app/features/likes/like.ts": 'export { cx } from "../../ui/cx.ts";',
    "worker/likes/likes.ts": 'export { newId } from "../lib/ids.ts";',
    "worker/likes/likes.store.ts": raw,
  };
  const allowed = {
    "app/ui/badge.tsx": 'export { cx } from "./cx.ts";',
    "worker/likes/counts.store.ts": 'export { eq } from "drizzle-orm";',
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
