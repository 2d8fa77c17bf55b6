import type { Import } from "./imports.ts";
import { ACCESS, AREAS, COMPOSING, DIVIDED, KINDS, type Kind, OPEN_TO_PAGES, WHOLE } from "./kinds.ts";

export interface Problem {
  from: string;
  to: string;
  why: string;
}

export function problemsIn(imports: Import[]): Problem[] {
  return imports.flatMap(refusal);
}

export function kindOf(file: string): Kind | undefined {
  return KINDS.find(({ files }) => files.test(file));
}

function refusal({ from, to, typeOnly }: Import): Problem[] {
  const kind = kindOf(from);
  if (!kind) return [{ from, to, why: "no kind of file has this name: scripts/imports/kinds.ts" }];
  const target = targetOf(to);
  const names = [target, to, ...(ACCESS.test(to) ? ["access"] : []), ...(roomOf(from) === roomOf(to) ? [`own:${target}`] : [])];
  const allowed = words(kind.may, ...(typeOnly ? [kind.types] : []));
  if (!names.some((name) => allowed.has(name)))
    return [{ from, to, why: `${kind.name} may not import ${typeOnly ? "types of " : ""}${target}` }];
  const why = areaProblem(from, to);
  return why ? [{ from, to, why }] : [];
}

/** Why the import breaks the order of areas, within one tree and between trees. */
function areaProblem(from: string, to: string): string | null {
  const [here, there] = [areaOf(from), areaOf(to)];
  const stranger = [here, there].find((area) => area !== null && levelOf(area) < 0);
  if (stranger) return `${stranger} is no area`;
  if (!here || !there || COMPOSING.test(from) || (from.startsWith("app/") && OPEN_TO_PAGES.test(to))) return null;
  return levelOf(there) < levelOf(here) ? `${here} lies below ${there}` : null;
}

/** A kind of file, or a package name. */
function targetOf(to: string): string {
  const kind = kindOf(to);
  if (kind) return kind.name;
  if (to === "cloudflare:workers") return to;
  const scheme = /^(node|virtual):/.exec(to);
  if (scheme) return scheme[0];
  return to
    .split("/")
    .slice(0, to.startsWith("@") ? 2 : 1)
    .join("/");
}

function words(...lists: (string | undefined)[]): Set<string> {
  return new Set(lists.flatMap((list) => (list ?? "").split(" ")).filter(Boolean));
}

function roomOf(file: string): string {
  return /^(?:worker|app\/features)\/[\w-]+\/([\w-]+)\//.exec(file)?.[1] ?? "";
}

/** Null outside `worker` and `app`. */
export function areaOf(file: string): string | null {
  return DIVIDED.exec(file)?.[1] ?? WHOLE.find(([files]) => files.test(file))?.[1] ?? null;
}

function levelOf(area: string): number {
  return (AREAS as readonly string[]).indexOf(area);
}
