// Links between documents lead somewhere, and docs/README.md lists every document, and every decision by its number.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const INDEX = "docs/README.md";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const files = globSync("{*.md,docs/**/*.md}", { cwd: ROOT }).sort();
const links = files.flatMap((file) =>
  [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .map((target) => {
      const [path = "", heading] = target.split("#");
      return { file, target, to: path === "" ? file : join(dirname(file), path), heading };
    }),
);
const problems = links.filter(leadsNowhere).map(({ file, target }) => `${file}: ${target} leads nowhere`);
const listed = new Set(links.filter(({ file }) => file === INDEX).map(({ to }) => to));
for (const file of files)
  if (file.startsWith("docs/") && file !== INDEX && !listed.has(file)) problems.push(`${INDEX} does not list ${file}`);

problems.push(...missingNames(), ...outOfOrder());

if (problems.length > 0) {
  console.error(`✖ documents:\n  ${problems.join("\n  ")}`);
  process.exit(1);
}

function leadsNowhere({ to, heading }: (typeof links)[number]): boolean {
  if (!existsSync(join(ROOT, to))) return true;
  return heading !== undefined && to.endsWith(".md") && !headingsOf(read(to)).includes(heading);
}

function outOfOrder(): string[] {
  const numbers = [...read(INDEX).matchAll(/^- \[(\d+)\]/gm)].map(([, number]) => Number(number));
  if (numbers.length === 0) return [`${INDEX} lists no decisions`];
  const late = numbers.filter((number, at) => at > 0 && number <= (numbers[at - 1] as number));
  return late.map((number) => `${INDEX}: decision ${number} is not in its place`);
}

/** Functions and triggers of docs/ways.md that no file of their row holds. */
function missingNames(): string[] {
  const rows = [...read("docs/ways.md").matchAll(/^\|[^|]*\|([^|]*\]\([^|]*)\|([^|]*)\|$/gm)];
  if (rows.length === 0) return ["docs/ways.md has no rows"];
  return rows.flatMap(([, linked = "", named = ""]) => {
    const paths = [...linked.matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => join("docs", target));
    const text = paths.filter((path) => /\.\w+$/.test(path)).map((path) => read(path));
    const names = [...named.matchAll(/`(?:\w+\.)?(\w+)`/g)].map(([, name = ""]) => name);
    return names
      .filter((name) => !text.some((one) => new RegExp(`\\b${name}\\b`).test(one)))
      .map((name) => `docs/ways.md: ${paths} has no ${name}`);
  });
}

/** Ids of the headings as public hosts make them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
