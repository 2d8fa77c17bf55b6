import { CALLS } from "../calls.ts";
import { splitPath } from "../lib/call.ts";

/** What a path below /api/ takes. */
interface Path {
  methods: Set<string>;
  /** Its GET changes state, because the spec says so: only pages of the same origin may ask, and nobody by HEAD. */
  changesOnGet: boolean;
}

const PATHS = new Map<string, Path>([
  ["/api/live.php", { methods: new Set(["GET"]), changesOnGet: false }],
  ["/api/mail-report.php", { methods: new Set(["POST"]), changesOnGet: false }],
  ["/api/openapi.json", { methods: new Set(["GET"]), changesOnGet: false }],
]);
for (const call of Object.values(CALLS)) {
  const { pathname } = splitPath(call);
  const path = PATHS.get(pathname) ?? { methods: new Set(), changesOnGet: false };
  path.methods.add(call.method);
  path.changesOnGet ||= call.method === "GET" && call.changesState === true;
  PATHS.set(pathname, path);
}

export function isChangingGet(path: string): boolean {
  return PATHS.get(path)?.changesOnGet ?? false;
}

/** The value of `Allow` for a path (RFC 9110 section 10.2.1), or null for a path that nobody knows. */
export function allowedMethods(path: string): string | null {
  const known = PATHS.get(path);
  if (!known) return null;
  const methods = new Set(known.methods).add("OPTIONS");
  if (known.methods.has("GET") && !known.changesOnGet) methods.add("HEAD");
  return [...methods].sort().join(", ");
}
