import { AGE_ANSWER } from "#worker/accounts/age/age.contract.ts";
import { splitPath } from "#worker/platform/call.ts";
import { CALLS } from "#worker/server/calls.ts";

interface Path {
  methods: Set<string>;
  /** A GET that changes state, fixed by the wire format: same-origin only, no HEAD. */
  changesOnGet: boolean;
}

const PATHS = new Map<string, Path>([
  ["/api/live.php", { methods: new Set(["GET"]), changesOnGet: false }],
  [AGE_ANSWER, { methods: new Set(["POST"]), changesOnGet: false }],
  ["/api/mail-report.php", { methods: new Set(["POST"]), changesOnGet: false }],
  ["/api/payment-webhook.php", { methods: new Set(["GET", "POST"]), changesOnGet: false }],
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

/** `Allow` of RFC 9110 section 10.2.1; null for an unknown path. */
export function allowedMethods(path: string): string | null {
  const known = PATHS.get(path);
  if (!known) return null;
  const methods = new Set(known.methods).add("OPTIONS");
  if (known.methods.has("GET") && !known.changesOnGet) methods.add("HEAD");
  return [...methods].sort().join(", ");
}
