import { parseSessionToken, type SessionToken } from "#worker/people/identity/session-token.ts";
import { forgottenSheetsCookie } from "#worker/platform/sheets.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Edge } from "./edge.ts";

type Finished = Pick<Edge, "secure" | "nonce" | "url" | "answer" | "status" | "savesData"> & {
  form: object | null;
  session: SessionToken | null;
  /** None at the staff host. */
  domain?: { features: Pick<Domain["features"], "voice" | "calls"> };
};

export function finish(response: Response, edge: Finished): Response {
  // A WebSocket response cannot be rebuilt, and shows no page.
  if (response.webSocket) return response;
  // A refused form sets the page's status; redirects and failures keep theirs.
  const status = response.status === 200 ? (edge.status ?? 200) : response.status;
  const finished = changeable(response, status);
  const { headers } = finished;
  headers.set("content-security-policy", contentSecurityPolicy(edge));
  for (const [name, value] of protection(edge.secure)) headers.set(name, value);
  if (calls(edge)) headers.set("permissions-policy", permissions({ microphone: true, camera: true }));
  else if (records(edge)) headers.set("permissions-policy", permissions({ microphone: true }));
  const caching = headers.get("cache-control");
  if (caching === null) headers.set("cache-control", `private, ${staysForBack(edge) ? "no-cache" : "no-store"}`);
  // The next page's cookie of style sheets would keep the browser from going back to an answered form.
  if (!caching?.startsWith("public") && !staysForBack(edge)) headers.append("vary", "Cookie");
  if (edge.session && headers.get("content-type")?.startsWith("text/html")) addSpeculationRules(headers, edge);
  for (const [name, value] of edge.answer) headers.append(name, value);
  if (endsSession(headers, edge.session)) {
    headers.append("clear-site-data", CLEARED);
    headers.append("set-cookie", forgottenSheetsCookie(edge.secure));
  }
  return finished;
}

/** The headers of an upstream's answer cannot be changed, those of a copy can. */
function changeable(response: Response, status: number): Response {
  const copy = () => changeable(new Response(response.body, { status, headers: response.headers }), status);
  if (status !== response.status) return copy();
  try {
    response.headers.delete("x-powered-by");
    return response;
  } catch {
    return copy();
  }
}

/** After a log-out the browser keeps no photo and no prefetched page. Browsers skip the names that they do not know. */
const CLEARED = '"cache", "prefetchCache"';

/** Emptied, the mark of a log-out, or a session of another member than the browser had. */
function endsSession(headers: Headers, former: SessionToken | null): boolean {
  return headers.getSetCookie().some((line) => {
    const value = /^(?:__Host-)?session=([^;]*)/.exec(line)?.[1];
    if (value === undefined) return false;
    const started = parseSessionToken(value);
    if (started && former) return started.memberId !== former.memberId;
    return /^(?:$|out\.)/.test(value);
  });
}

/** Pages that a member's browser may prefetch: none whose loading changes anything. */
export const PREFETCHED_PAGES = [
  "/members/:id",
  "/swipe-game",
  "/likes",
  "/likes/(received|sent|matches)",
  "/chats",
  "/profile",
  "/settings",
];
const RULES = { where: { href_matches: PREFETCHED_PAGES, relative_to: "document" }, eagerness: "moderate" };
/** The rules themselves: their file would be one more request, and pages without scripts obey no rules inside them. */
const SPECULATION_RULES = `"data:application/speculationrules+json,${encodeURI(JSON.stringify({ prefetch: [RULES] }))}"`;

/** `ECT` names the connection. */
function addSpeculationRules(headers: Headers, { savesData }: Finished): void {
  headers.set("accept-ch", "ECT");
  if (!savesData) headers.set("speculation-rules", SPECULATION_RULES);
}

/** Each path is a document of its own, so a policy holds for one page. */
const RECORDING = /^\/(?:chats(?:\/|$)|members\/[^/]+\/chat$|profile\/voice\/)/;

/** Only where something is recorded, on a site with recordings: an injected script elsewhere must not ask for the microphone. */
function records({ url, domain }: Pick<Finished, "url" | "domain">): boolean {
  return RECORDING.test(url.pathname) && domain?.features?.voice === true;
}

const CALL = /^\/chats\/[^/]+\/call$/;

/** Only the page of a call may ask for the camera. */
function calls({ url, domain }: Pick<Finished, "url" | "domain">): boolean {
  return CALL.test(url.pathname) && domain?.features?.calls === true;
}

function permissions({ microphone, camera }: { microphone?: true; camera?: true }): string {
  const to = (allowed: true | undefined) => (allowed ? "(self)" : "()");
  return `camera=${to(camera)}, microphone=${to(microphone)}, geolocation=(self), interest-cohort=()`;
}

/** public/_headers repeats these for static files; a test compares them. */
const PROTECTION = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", permissions({})],
  ["cross-origin-opener-policy", "same-origin"],
] as const;
const OVER_HTTPS = [...PROTECTION, ["strict-transport-security", "max-age=31536000; includeSubDomains"]] as const;

function protection(secure: boolean): readonly (readonly [string, string])[] {
  return secure ? OVER_HTTPS : PROTECTION;
}

export function protect(response: Response, secure: boolean): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of protection(secure)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** Back navigation shows a visitor's answered form again; a member's page must not survive the log-out. */
function staysForBack({ form, session }: Finished): boolean {
  return form !== null && session === null;
}

export function contentSecurityPolicy(edge: Pick<Finished, "secure" | "url" | "nonce" | "domain">): string {
  const socket = `${edge.secure ? "wss" : "ws"}://${edge.url.host}`;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${edge.nonce}'`,
    `style-src 'self' 'nonce-${edge.nonce}'`,
    // `blob:` shows a photo before its upload.
    "img-src 'self' data: blob:",
    // `blob:` plays a recording before it is sent.
    `media-src 'self'${records(edge) ? " blob:" : ""}`,
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
