import { expect, test } from "vitest";
import type { BuiltConfig } from "./deploy/config.ts";
import { type Deployment, deploy, type Ran } from "./deploy/deploy.ts";

/** Answers in the words of wrangler 4.156.2, by the start of what it is asked. */
function ran(commands: string, answers: Record<string, string>): Ran {
  const [, answer = ""] = Object.entries(answers).find(([start]) => commands.startsWith(start)) ?? [];
  return answer.startsWith("✘")
    ? { status: 1, stdout: "", stderr: `${answer}\n` }
    : { status: 0, stdout: `${answer}\n`, stderr: "" };
}

const CONFIG: BuiltConfig = {
  name: "liaison-staging",
  routes: [{ pattern: "staging.example.com", custom_domain: true }],
  secrets: { required: ["MEDIA_SECRET", "PASSWORD_PEPPER"] },
  d1_databases: [{ binding: "DB", database_name: "liaison-staging" }],
  r2_buckets: [{ binding: "PHOTOS", bucket_name: "liaison-staging-photos" }],
  kv_namespaces: [{ binding: "VISITORS" }],
  queues: {
    producers: [
      { binding: "MAIL_QUEUE", queue: "liaison-staging-mail" },
      { binding: "PUSH_QUEUE", queue: "liaison-staging-push" },
    ],
    consumers: [{ queue: "liaison-staging-mail" }, { queue: "liaison-staging-push" }],
  },
  durable_objects: { bindings: [{ name: "INBOX" }, { name: "LIMITS" }, { name: "ARCHIVE" }] },
  send_email: [{ name: "MAILER" }],
  images: { binding: "IMAGES" },
  assets: { binding: "ASSETS" },
  analytics_engine_datasets: [{ binding: "METRICS" }],
};

const ANSWERS: Record<string, string> = {
  "d1 list": '[{"name":"liaison-staging"}]',
  "r2 bucket list": "name: liaison-staging-photos",
  "queues list": "│ liaison-staging-mail │ │ liaison-staging-push │",
  "secret list": '[{"name":"MEDIA_SECRET"},{"name":"PASSWORD_PEPPER"}]',
  "deployments status": '{"versions":[{"version_id":"before","percentage":100}]}',
  "d1 time-travel info": '{"bookmark":"0000-before"}',
};

const TYPES: Record<string, string> = {
  "/api/settings.php": "application/json",
  "/manifest.webmanifest": "application/manifest+json",
};

function site(build: string, broken = ""): (url: string) => Promise<Response> {
  return async (url) => {
    const { pathname } = new URL(url);
    if (pathname === "/health") return Response.json({ ok: true, build });
    if (pathname === broken) return new Response("", { status: 500 });
    return new Response("", { headers: { "content-type": TYPES[pathname] ?? "text/html" } });
  };
}

async function outcome(changes: Partial<Deployment> = {}, answers: Record<string, string> = {}) {
  const said: string[] = [];
  const commands: string[] = [];
  const deployment: Deployment = {
    env: "staging",
    config: CONFIG,
    configPath: "wrangler.json",
    build: "new",
    hosts: [],
    dryRun: false,
    wrangler(args) {
      commands.push(args.join(" "));
      return ran(args.join(" "), { ...answers, ...ANSWERS, ...answers });
    },
    applyDomains: () => null,
    misfit: () => null,
    smoke: { fetch: site("new"), within: 0, wait: async () => {} },
    say: (text) => void said.push(text),
    ...changes,
  };
  const stopped = await deploy(deployment).then(
    () => "",
    (error: Error) => error.message,
  );
  return { stopped, commands, said: said.join("\n") };
}

const CHANGES = /^(d1 create|r2 bucket create|queues create|d1 migrations|deploy -c|rollback)/;

test("a deployment notes the way back, migrates, uploads and asks the new version, in this order", async () => {
  const { stopped, commands, said } = await outcome();
  expect(stopped).toBe("");
  expect(commands.slice(-3).map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
    "d1 time-travel info",
    "d1 migrations apply",
    "deploy -c wrangler.json",
  ]);
  expect(commands.filter((line) => CHANGES.test(line))).toEqual([
    "d1 migrations apply DB --remote --env staging",
    "deploy -c wrangler.json --message build new",
  ]);
  expect(said).toContain("0000-before");
  expect(said).toContain("Build new answers on staging.example.com");
});

test("each database that the build binds is made, noted, migrated and brought back", async () => {
  const second = { binding: "DB_2", database_name: "liaison-staging-2" };
  const config = { ...CONFIG, d1_databases: [...CONFIG.d1_databases, second] };
  const { commands, stopped } = await outcome({ config, misfit: () => "DB_2 lacks 0001" });
  expect(commands.filter((line) => CHANGES.test(line))).toEqual([
    "d1 create liaison-staging-2",
    "d1 migrations apply DB --remote --env staging",
    "d1 migrations apply DB_2 --remote --env staging",
  ]);
  for (const binding of ["DB", "DB_2"])
    expect(stopped).toContain(`npx wrangler d1 time-travel restore ${binding} --bookmark=0000-before --env staging`);
  const unknown = await outcome({ config }, { "d1 time-travel info DB_2": "{}" });
  expect(unknown.stopped).toContain("without a way back");
  expect(unknown.commands.filter((line) => CHANGES.test(line))).toEqual(["d1 create liaison-staging-2"]);
});

test("a dry run asks for nothing but wrangler's own dry run", async () => {
  const { stopped, commands } = await outcome({ dryRun: true });
  expect([stopped, commands]).toEqual(["", ["deploy -c wrangler.json --dry-run"]]);
});

test("resources that the account lacks are made before they are needed", async () => {
  const { commands } = await outcome({}, { "d1 list": "[]", "queues list": "│ liaison-staging-mail │" });
  expect(commands.filter((line) => CHANGES.test(line)).slice(0, 2)).toEqual([
    "d1 create liaison-staging",
    "queues create liaison-staging-push",
  ]);
});

test.each([
  ["a binding is missing", { config: { ...CONFIG, kv_namespaces: [] } }, {}, "lacks VISITORS"],
  ["a queue has no reader", { config: { ...CONFIG, queues: { ...CONFIG.queues, consumers: [] } } }, {}, "Nobody reads"],
  ["no host is known", { config: { ...CONFIG, routes: [] } }, {}, "--host"],
  ["nobody is logged in", {}, { whoami: "✘ [ERROR] You are not authenticated" }, "npx wrangler login"],
  ["a secret is missing", {}, { "secret list": '[{"name":"MEDIA_SECRET"}]' }, "secret put PASSWORD_PEPPER --env staging"],
  ["the Worker has no secrets yet", {}, { "secret list": "✘ [ERROR] This Worker does not exist" }, "secret put MEDIA_SECRET"],
  ["no bookmark is named", {}, { "d1 time-travel info": "{}" }, "without a way back"],
  ["the account cannot be read", {}, { "r2 bucket list": "✘ [ERROR] Authentication error" }, "Authentication error"],
] as [string, Partial<Deployment>, Record<string, string>, string][])(
  "nothing is changed when %s",
  async (_, changes, answers, reason) => {
    const { stopped, commands } = await outcome(changes, answers);
    expect(stopped).toContain(reason);
    expect(commands.filter((line) => CHANGES.test(line))).toEqual([]);
  },
);

test("a failed migration and a database that does not fit upload nothing, and name the way back", async () => {
  const back = "npx wrangler d1 time-travel restore DB --bookmark=0000-before --env staging";
  for (const { stopped, commands } of [
    await outcome({}, { "d1 migrations": "✘ [ERROR] no such table" }),
    await outcome({ applyDomains: () => "gipfel: no such language", misfit: () => expect.unreachable() }),
    await outcome({ misfit: () => "No icons are stored for gipfel" }),
  ]) {
    expect(stopped).toContain(back);
    expect(commands.filter((line) => line.startsWith("deploy -c"))).toEqual([]);
  }
});

test.each([
  ["the old build still answers", site("old"), "answers build old, not new"],
  ["a page fails", site("new", "/login"), "/login answers 500"],
  ["nobody answers", () => Promise.reject(new Error("connect ECONNREFUSED")), "ECONNREFUSED"],
])("the version before comes back when %s", async (_, fetch, reason) => {
  const { stopped, commands } = await outcome({ smoke: { fetch, within: 0, wait: async () => {} } });
  expect(stopped).toContain(reason);
  expect(stopped).toContain("Rolled back to version before");
  expect(commands.at(-1)).toBe("rollback before --name liaison-staging --message smoke test failed --yes");
});

test("a first deployment has no version to go back to, and a rollback that fails says so", async () => {
  const smoke = { fetch: site("old"), within: 0, wait: async () => {} };
  const first = await outcome({ smoke }, { "deployments status": "✘ [ERROR] This Worker does not exist" });
  expect(first.stopped).toContain("first deployment");
  const failed = await outcome({ smoke }, { rollback: "✘ [ERROR] Cannot roll back across a migration" });
  expect(failed.stopped).toContain("THE NEW VERSION IS STILL THERE");
});
