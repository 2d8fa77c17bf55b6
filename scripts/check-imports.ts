// Who may import whom (docs/decisions/0002-who-imports-whom.md), checked on every source file.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");

interface Rule {
  files: RegExp;
  /** Resolved paths from the project's root, or bare package names. */
  refuse: RegExp;
  why: string;
  /** Types vanish in the build: only values count. */
  typesAllowed?: boolean;
}

const SERVER_ONLY = /^(drizzle-orm|hono|@hono\/|cloudflare:|node:)/;

const RULES: Rule[] = [
  {
    files: /^app\//,
    refuse: /^db\/(?!schema\/attributes\.ts)|\.(store|object)\.ts$|^(drizzle-orm|hono|@hono\/|cloudflare:)/,
    why: "pages know the backend, not where data is",
    typesAllowed: true,
  },
  {
    files: /\.client\.tsx?$|^app\/(ui|live)\//,
    refuse: /^(worker|db|locales)\/|^zod$/,
    why: "what runs in the browser may take types only",
    typesAllowed: true,
  },
  { files: /\.client\.tsx?$|^app\/(ui|live)\//, refuse: SERVER_ONLY, why: "what runs in the browser may not need a server" },
  {
    files: /^worker\/(?!lib\/|api\/|edge\/)([a-z]+)\/\1(\.[a-z-]+)?\.ts$/,
    refuse: /^(drizzle-orm|hono|cloudflare:)/,
    why: "rules are plain functions on plain data",
    typesAllowed: true,
  },
  { files: /\.store\.ts$/, refuse: /\.store\.ts$/, why: "a store does not know another" },
  {
    files: /\.object\.ts$/,
    refuse: /\.object\.ts$|^app\/|\.store\.ts$/,
    why: "an object knows its protocol and lib",
    typesAllowed: true,
  },
  { files: /^worker\//, refuse: /^app\/(?!entry\.rsc\.tsx)/, why: "the Worker serves pages, it does not use them" },
  { files: /^worker\/(backend\.ts$|wiring\/)/, refuse: /^(hono|@hono\/)/, why: "the backend is not HTTP" },
  { files: /^worker\/lib\//, refuse: /^(worker\/(?!lib\/)|app\/|db\/)/, why: "lib knows no noun", typesAllowed: true },
  { files: /^db\//, refuse: /^(worker|app|locales)\//, why: "the schema is below everything", typesAllowed: true },
  { files: /^locales\//, refuse: /^(worker|app|db)\//, why: "texts are below everything" },
];

// The rules of a noun by file suffix that are not plain rules.
const EXEMPT = /\.(contract|store|columns|object|test|consumer)\.tsx?$/;
const IMPORT = /(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

let wrong = 0;
for (const file of globSync("{app,worker,db,locales}/**/*.{ts,tsx}", { cwd: ROOT })) {
  if (/\.(test|d)\.tsx?$/.test(file)) continue;
  const text = readFileSync(join(ROOT, file), "utf8");
  for (const match of text.matchAll(IMPORT)) {
    const target = resolve(file, match[2] ?? match[3] ?? "");
    const typeOnly = Boolean(match[1]) || /^import\s*\{(\s*type\s+\w+(\s+as\s+\w+)?\s*,?)+\s*\}/.test(match[0]);
    for (const rule of RULES) {
      if (!rule.files.test(file) || !rule.refuse.test(target) || (typeOnly && rule.typesAllowed)) continue;
      if (rule.why.startsWith("rules are") && EXEMPT.test(file)) continue;
      console.error(`${file}: may not import ${target}: ${rule.why}`);
      wrong++;
    }
  }
}
if (wrong > 0) process.exit(1);

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return relative(ROOT, join(ROOT, dirname(file), specifier));
  return specifier;
}
