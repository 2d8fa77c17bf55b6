import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type BuiltConfig, missingBindings, unreadQueues } from "./deploy/config.ts";
import { makeDemo, previewDomain } from "./deploy/demo.ts";
import { type Deployment, deploy, type Ran, Stopped } from "./deploy/deploy.ts";
import { LEFT_OUT, previewConfig, previewName, removePreview } from "./deploy/preview.ts";
import { migrationsIn } from "./migrations/files.ts";

const BUILT: BuiltConfig = {
  name: "liaison",
  routes: [{ pattern: "dating.example.com", custom_domain: true }],
  secrets: { required: ["MEDIA_SECRET", "PASSWORD_PEPPER"] },
  d1_databases: [{ binding: "DB", database_name: "liaison" }],
  r2_buckets: [{ binding: "PHOTOS", bucket_name: "liaison-photos" }],
  kv_namespaces: [{ binding: "VISITORS" }],
  queues: {
    producers: [
      { binding: "MAIL_QUEUE", queue: "liaison-mail" },
      { binding: "PUSH_QUEUE", queue: "liaison-push" },
    ],
    consumers: [{ queue: "liaison-mail" }, { queue: "liaison-push" }],
  },
  durable_objects: { bindings: [{ name: "INBOX" }, { name: "LIMITS" }, { name: "ARCHIVE" }] },
  send_email: [{ name: "MAILER" }],
  images: { binding: "IMAGES" },
  assets: { binding: "ASSETS" },
  analytics_engine_datasets: [{ binding: "METRICS" }],
};
const NAME = "liaison-preview-likes";
const CONFIG = previewConfig(BUILT, NAME);

test("each branch has a name of its own that a host and a bucket may have", () => {
  expect(previewName("likes")).toBe(NAME);
  const branches = ["Likes", "likes/", "fix/a_b", "fix/a-b", "x".repeat(80), "x".repeat(81), "日本"];
  const names = branches.map(previewName);
  expect(new Set([...names, NAME]).size).toBe(branches.length + 1);
  for (const name of names) expect(`${name}-photos`).toMatch(/^liaison-preview-[a-z0-9-]{1,47}$/);
});

test("a preview shares no resource with production, has no address but its own, and mails nothing", () => {
  const text = JSON.stringify(CONFIG);
  expect(text.match(/"liaison[^"]*"/g)?.filter((name) => !name.startsWith(`"${NAME}`))).toEqual([]);
  expect(text).not.toContain("dating.example.com");
  expect(CONFIG).toMatchObject({ workers_dev: true, send_email: [], vars: { PREVIEW: "on" } });
  expect([missingBindings(CONFIG, LEFT_OUT), unreadQueues(CONFIG)]).toEqual([[], []]);
});

function stand(answers: Record<string, Partial<Ran>> = {}) {
  const commands: string[] = [];
  return {
    commands,
    wrangler(args: string[]): Ran {
      commands.push(args.join(" "));
      const [, answer] = Object.entries(answers).find(([start]) => args.join(" ").startsWith(start)) ?? [];
      return { status: 0, stdout: "", stderr: "", ...answer };
    },
  };
}

const TYPES: Record<string, string> = {
  "/api/settings.php": "application/json",
  "/manifest.webmanifest": "application/manifest+json",
};

test("a preview has one database, however many the deployment has", () => {
  const [first, ...others] = BUILT.d1_databases;
  const more = { ...BUILT, d1_databases: [first as never, ...others, { binding: "DB_2", database_name: "liaison-2" }] };
  expect(previewConfig(more, NAME).d1_databases).toEqual(CONFIG.d1_databases);
  expect(CONFIG.d1_databases).toMatchObject([{ binding: "DB", database_name: NAME }]);
});

async function deployed(previous: Partial<Ran>, fill: () => Promise<string | null> = async () => null) {
  const { commands, wrangler } = stand({
    "d1 list": { stdout: "[]" },
    "secret list": { stdout: '[{"name":"MEDIA_SECRET"},{"name":"PASSWORD_PEPPER"}]' },
    "deployments status": previous,
    "d1 time-travel info": { stdout: '{"bookmark":"0"}' },
  });
  const deployment: Deployment = {
    env: "",
    config: CONFIG,
    configPath: "preview.json",
    preview: {
      without: LEFT_OUT,
      secretsFile: () => "secrets.json",
      fill: async () => {
        commands.push("fill");
        return fill();
      },
    },
    build: "new",
    hosts: [`${NAME}.account.workers.dev`],
    dryRun: false,
    wrangler,
    applyDomains: () => null,
    misfit: () => null,
    smoke: {
      fetch: async (url) => {
        const { pathname } = new URL(url);
        if (pathname === "/health") return Response.json({ ok: true, build: "new" });
        return new Response("", { headers: { "content-type": TYPES[pathname] ?? "text/html" } });
      },
      within: 0,
      wait: async () => {},
    },
    say: () => {},
  };
  const stopped = await deploy(deployment).then(
    () => "",
    (error: Error) => error.message,
  );
  return {
    stopped,
    commands: commands.filter((line) => /^(d1 (create|mig)|r2 bucket create|queues create|fill|deploy )/.test(line)),
  };
}

test("the first deployment of a branch makes its resources, fills them and brings secrets; a later one only what changed", async () => {
  expect(await deployed({ status: 1 })).toEqual({
    stopped: "",
    commands: [
      `d1 create ${NAME}`,
      `r2 bucket create ${NAME}-photos`,
      `queues create ${NAME}-mail`,
      `queues create ${NAME}-push`,
      "fill",
      "d1 migrations apply DB --remote -c preview.json",
      "deploy -c preview.json --message build new --secrets-file secrets.json",
    ],
  });
  const { commands } = await deployed({ stdout: '{"versions":[{"version_id":"one","percentage":100}]}' });
  expect(commands.slice(-2)).toEqual([
    "d1 migrations apply DB --remote -c preview.json",
    "deploy -c preview.json --message build new",
  ]);
  expect(commands).not.toContain("fill");
});

test("a preview that cannot be filled is not uploaded", async () => {
  const { stopped, commands } = await deployed({ status: 1 }, async () => "D1 is full");
  expect(stopped).toContain("D1 is full");
  expect(commands.at(-1)).toBe("fill");
});

test("a removal takes every resource, names what stays, and touches nothing but a preview", async () => {
  const said: string[] = [];
  const removal = { config: CONFIG, photoKeys: async () => ["k"], say: (text: string) => void said.push(text) };
  const namespaces = {
    stdout: JSON.stringify([
      { id: "7", title: `${NAME}-visitors` },
      { id: "8", title: "liaison-visitors" },
    ]),
  };
  const well = stand({ "kv namespace list": namespaces, "queues delete": { status: 1, stderr: "Queue does not exist" } });
  await removePreview({ ...removal, wrangler: well.wrangler });
  expect(well.commands).toContain(`r2 object delete ${NAME}-photos/k.full --remote`);
  expect(well.commands.filter((line) => /^(delete|queues delete|d1|kv namespace delete|r2 bucket)/.test(line))).toEqual([
    `delete ${NAME} --force`,
    `queues delete ${NAME}-mail`,
    `queues delete ${NAME}-push`,
    `d1 delete ${NAME} -y`,
    "kv namespace delete --namespace-id 7 -y",
    `r2 bucket delete ${NAME}-photos`,
  ]);
  expect(said).toHaveLength(6);
  const full = stand({
    "kv namespace list": { stdout: "[]" },
    "r2 bucket delete": { status: 1, stderr: "The bucket is not empty" },
  });
  await expect(removePreview({ ...removal, wrangler: full.wrangler })).rejects.toThrow(`Still there: the bucket ${NAME}-photos`);
  const other = stand();
  await expect(removePreview({ ...removal, config: BUILT, wrangler: other.wrangler })).rejects.toThrow(Stopped);
  expect(other.commands).toEqual([]);
});

test("the demo's SQL makes an equal database, with the log-ins of its own pepper and no staff", async () => {
  const folder = mkdtempSync(join(tmpdir(), "liaison-demo-"));
  const { dump, photos } = await makeDemo(join(folder, "demo"), previewDomain("a.workers.dev"), "own pepper");
  const made = new DatabaseSync(":memory:");
  // As D1 imports a file: one transaction, at whose end every reference must hold.
  made.exec(`BEGIN;\n${readFileSync(dump, "utf8")}COMMIT`);
  const count = (what: string) => made.prepare(`SELECT count(*) AS n FROM ${what}`).get()?.n;
  expect(count("accounts")).toBeGreaterThan(100);
  expect(count("sqlite_master WHERE type = 'trigger'")).toBeGreaterThan(20);
  expect(count("d1_migrations")).toBe(migrationsIn().length);
  expect([count("staff_members"), count("pragma_foreign_key_check")]).toEqual([0, 0]);
  const lines = readFileSync(dump, "utf8").split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100_000);
  const files = JSON.parse(readFileSync(photos, "utf8")) as { key: string; file: string }[];
  expect(files.length).toBeGreaterThan(10);
  for (const { file } of files) expect(readFileSync(file, "utf8")).toMatch(/^<svg/);
  rmSync(folder, { recursive: true });
});
