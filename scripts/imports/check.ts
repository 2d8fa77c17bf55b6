import type { Import } from "./imports.ts";
import { ACCESS, KINDS, type Kind, ORDER } from "./kinds.ts";

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
  const [here, there] = [place(from), place(to)];
  if (here >= 0 && there >= here && roomOf(from) !== roomOf(to))
    return [{ from, to, why: `${roomOf(from)} stands before ${roomOf(to)}` }];
  return [];
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

function place(file: string): number {
  return file.startsWith("worker/") ? ORDER.findIndex((rooms) => rooms.includes(roomOf(file))) : -1;
}
