import { type StaffEdge, withEdge } from "#worker/edge/edge.ts";
import { finish } from "#worker/edge/headers.ts";
import { hostOf } from "#worker/edge/host.ts";
import { handedCookie } from "#worker/edge/staff-cookie.ts";
import { MAX_BODY, withinBytes } from "#worker/lib/bodies.ts";
import { AppError, Unreadable } from "#worker/lib/errors.ts";
import { log } from "#worker/lib/log.ts";
import { handedBy, STAFF_CALLS, type StaffCallName, shownBy } from "#worker/staff/calls.ts";
import { errorResponse, toRefusal } from "./error-answer.ts";
import { requireSameOrigin } from "./guard.ts";
import { isUnreadable } from "./last-resort.ts";
import { plainPage } from "./plain-page.ts";

const API = "/staff/api/";

/** False without a staff host: then there are no staff pages. */
export function isStaffHost(request: Request, env: Env): boolean {
  return !!env.STAFF_HOST && hostOf(new URL(request.url)) === env.STAFF_HOST.toLowerCase();
}

/** Paths of the staff pages, which no other host answers. */
export function isStaffPath(url: URL): boolean {
  return /^\/staff(?:[/.]|$)/i.test(url.pathname);
}

/** Answers everything at the staff host; nothing of the dating product is there. */
export async function answerStaff(
  edge: StaffEdge,
  request: Request,
  fetchPage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const finished = finish(await withEdge(edge, () => answerAt(edge, request, fetchPage)), edge);
  finished.headers.set("x-robots-tag", "noindex, nofollow");
  return finished;
}

async function answerAt(
  edge: StaffEdge,
  request: Request,
  fetchPage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname } = edge.url;
  if (pathname === "/") return new Response(null, { status: 302, headers: { location: "/staff" } });
  if (pathname.startsWith(API)) return answerCall(edge, request);
  try {
    // Pages only read: no server function of the product can be called here.
    const page = /^\/staff(?:\/[a-z0-9-]+)*$/.test(pathname) && (request.method === "GET" || request.method === "HEAD");
    if (!page) throw new AppError("not_found");
    return await fetchPage(request);
  } catch (error) {
    if (error instanceof AppError) return plainPage(error.status, "en", edge.t(`errors.${error.code}`), HOME, edge.nonce);
    log("error", "staff page failed", { request: edge.requestId, error });
    return plainPage(500, "en", edge.t("error.itself"), `<code>${edge.requestId}</code>`, edge.nonce);
  }
}

const HOME = '<a href="/staff">Staff pages</a>';

async function answerCall(edge: StaffEdge, request: Request): Promise<Response> {
  const form = FORM.test(request.headers.get("content-type") ?? "");
  try {
    const name = callAt(edge.url.pathname, request.method);
    if (request.method !== "GET") requireSameOrigin(request.headers, edge);
    edge.admit(name);
    const input = request.method === "GET" ? queryOf(edge.url) : await bodyOf(request, form);
    const value: unknown = await edge.backend[name](input as never);
    const handed = form ? handedBy(name, value) : null;
    if (handed) edge.answer.append("set-cookie", handedCookie(handed, edge.secure));
    if (form) return back(edge, request, shownBy(name, value));
    return value instanceof Response ? value : Response.json(value);
  } catch (error) {
    const refusal = isUnreadable(error) ? new AppError("malformed") : toRefusal(error);
    if (!(error instanceof AppError) && !isUnreadable(error))
      log("error", "staff call failed", { request: edge.requestId, error });
    return form ? back(edge, request, refusedBy(refusal)) : errorResponse(refusal, edge);
  }
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

function callAt(pathname: string, method: string): StaffCallName {
  const here = (Object.keys(STAFF_CALLS) as StaffCallName[]).filter((name) => STAFF_CALLS[name].path === pathname);
  const found = here.find((name) => STAFF_CALLS[name].method === method);
  if (!found) throw new AppError(here.length > 0 ? "method_not_allowed" : "not_found");
  return found;
}

function queryOf({ searchParams }: URL): Record<string, string> {
  return Object.fromEntries(searchParams);
}

/** Of a form its fields, without `then`, which says where to go next. */
async function bodyOf(request: Request, form: boolean): Promise<unknown> {
  if (!form && !JSON_TYPE.test(request.headers.get("content-type") ?? "")) throw new AppError("unsupported_media_type");
  const text = request.body ? await new Response(withinBytes(request.body, MAX_BODY)).text() : "";
  if (form) {
    const { then: _, ...fields } = Object.fromEntries(new URLSearchParams(text));
    return fields;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("no JSON");
  }
}

/** A form leads to a page again: that of `then`, or with a refusal the one that it came from. */
function back({ url }: StaffEdge, request: Request, said: Record<string, string>): Response {
  const from = URL.parse(request.headers.get("referer") ?? "");
  const here = from?.origin === url.origin && from.pathname.startsWith("/staff") ? from : new URL("/staff", url);
  const refused = "refused" in said;
  const then = url.searchParams.get("then") ?? "";
  const to = refused || !/^\/staff(?:\/[a-z0-9-]+)*$/.test(then) ? here : new URL(then, url);
  for (const name of ["refused", "field", "why"]) to.searchParams.delete(name);
  for (const [name, value] of Object.entries(said)) to.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { location: to.pathname + to.search } });
}

function refusedBy({ code, fields }: AppError): Record<string, string> {
  const [field] = fields;
  return { refused: code, ...(field && { field: field.field, why: field.code }) };
}
