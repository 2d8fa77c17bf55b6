import { MAX_BODY, MAX_UPLOAD, withinBytes } from "#worker/platform/bodies.ts";
import { databasesOf, inDatabase } from "#worker/platform/databases.ts";
import { AppError, type ErrorCode, Unreadable } from "#worker/platform/errors.ts";
import { EMPTY_FORM, type FormState, withoutSecrets } from "#worker/platform/form-answer.ts";
import { log } from "#worker/platform/log.ts";
import { AUDIO, playable } from "#worker/platform/playable.ts";
import { refusalWords } from "#worker/platform/refusal.ts";
import { type StaffEdge, withEdge } from "#worker/server/edge/edge.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { hostOf } from "#worker/server/edge/host.ts";
import { handedCookie } from "#worker/server/edge/staff-cookie.ts";
import { handedBy, STAFF_CALLS, type StaffCallName, shownBy, takesFiles } from "#worker/server/staff/calls.ts";
import { errorResponse, toRefusal } from "./error-answer.ts";
import { requireSameOrigin } from "./guard.ts";
import { isUnreadable } from "./last-resort.ts";
import { plainPage } from "./plain-page.ts";
import { unsentForm, withUnsentForm } from "./unsent-form.ts";

type FetchPage = (request: Request) => Promise<Response>;
type BuildEdge = (request: Request) => Promise<StaffEdge>;

const API = "/staff/api/";

/** Staff work in the database of their host. Null for other hosts: they have no staff pages. */
export function staffEnv(url: URL, env: Env): Env | null {
  const host = hostOf(url);
  const all = databasesOf(env).map((name) => inDatabase(env, name));
  return all.find(({ STAFF_HOST }) => STAFF_HOST?.toLowerCase() === host) ?? null;
}

/** Paths of the staff pages, which no other host answers. */
export function isStaffPath(url: URL): boolean {
  return /^\/staff(?:[/.]|$)/i.test(url.pathname);
}

/** Answers everything at the staff host; nothing of the dating product is there. */
export async function answerStaff(edge: StaffEdge, request: Request, fetchPage: FetchPage, build: BuildEdge): Promise<Response> {
  const finished = finish(await withEdge(edge, () => answerAt(edge, request, fetchPage, build)), edge);
  finished.headers.set("x-robots-tag", "noindex, nofollow");
  return finished;
}

async function answerAt(edge: StaffEdge, request: Request, fetchPage: FetchPage, build: BuildEdge): Promise<Response> {
  const { pathname } = edge.url;
  if (pathname === "/") return new Response(null, { status: 302, headers: { location: "/staff" } });
  if (pathname.startsWith(API)) return answerCall(edge, request);
  try {
    if (!PAGE.test(pathname)) throw new AppError("not_found");
    // No server function of the product can be called here: a page never sees the request of a form.
    if (request.method === "POST")
      return (await answerForm(edge, request, fetchPage, build)) ?? (await fetchPage(pageBehind(edge, request)));
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError("not_found");
    return await fetchPage(request);
  } catch (error) {
    if (error instanceof AppError) return plainPage(error.status, "en", edge.t(`errors.${error.code}`), HOME, edge.nonce);
    log("error", "staff page failed", { request: edge.requestId, error });
    return plainPage(500, "en", edge.t("error.itself"), `<code>${edge.requestId}</code>`, edge.nonce);
  }
}

/** Without a session the log-in answers, and carries the form onwards. */
function pageBehind({ form, viewer }: StaffEdge, { url, headers }: Request): Request {
  const logsIn = !viewer && (form?.code === "authentication_required" || form?.values.kept !== undefined);
  const page = form?.id === "staffPasskeyLogin" ? "/staff/login/passkey" : "/staff/login";
  return new Request(logsIn ? new URL(page, url) : url, { headers });
}

const HOME = '<a href="/staff">Staff pages</a>';

async function answerCall(edge: StaffEdge, request: Request): Promise<Response> {
  try {
    const name = callAt(edge.url.pathname, request.method);
    if (request.method !== "GET") requireSameOrigin(request.headers, edge);
    edge.admit(name);
    const input = request.method === "GET" ? queryOf(edge.url) : await (takesFiles(name) ? partsOf : jsonOf)(request);
    const value: unknown = await edge.backend[name](input as never);
    return value instanceof Response ? await fileOf(request, value) : Response.json(value);
  } catch (error) {
    return errorResponse(refusalOf(edge, error), edge);
  }
}

/** A recording is answered by ranges, any other file whole. */
async function fileOf(request: Request, file: Response): Promise<Response> {
  const size = Number(file.headers.get("content-length"));
  if (!AUDIO.test(file.headers.get("content-type") ?? "") || size === 0) return file;
  const { body, headers } = file;
  const without = () => new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  return (await playable(request, { size, body }, new Headers(headers))) ?? without();
}

/**
 * A form posts to its own page: `call` names the call, `then` the page that follows. Null after a refusal, which the page
 * shows beside what was typed.
 */
async function answerForm(edge: StaffEdge, request: Request, fetchPage: FetchPage, build: BuildEdge): Promise<Response | null> {
  const { searchParams } = edge.url;
  if (searchParams.has("with")) return otherLogin(edge, request, searchParams.get("with") === "passkey");
  const name = searchParams.get("call") ?? "";
  if (!isFormCall(name)) throw new AppError("not_found");
  let values: Record<string, string> = {};
  try {
    requireSameOrigin(request.headers, edge);
    edge.admit(name);
    const parts = takesFiles(name) ? await partsOf(request) : null;
    const { kept: unsent, ...fields } = parts ? textsOf(parts) : await fieldsOf(request);
    values = withoutSecrets(unsent === undefined ? fields : { ...fields, kept: unsent });
    const value: unknown = await edge.backend[name]((parts ?? withCredential(fields)) as never);
    const handed = handedBy(name, value);
    if (handed) edge.answer.append("set-cookie", handedCookie(handed, edge.secure));
    return (await unsentAnswer(edge, unsent, fetchPage, build)) ?? onwards(edge, shownBy(name, value));
  } catch (error) {
    const refusal = refusalOf(edge, error);
    if (UNREAD.includes(refusal.code) && !request.bodyUsed) values = withoutSecrets(await fieldsOf(request).catch(() => ({})));
    edge.form = withoutLogin(edge, refusedForm(edge, { id: name, values }, refusal));
    edge.status = refusal.status;
    if (refusal.retryAfter !== null) edge.answer.set("retry-after", String(refusal.retryAfter));
    return null;
  }
}

const UNREAD: string[] = ["authentication_required", "other_member"] satisfies ErrorCode[];

/** The other log-in page, with the form that waits for a session. */
async function otherLogin(edge: StaffEdge, request: Request, passkey: boolean): Promise<null> {
  requireSameOrigin(request.headers, edge);
  const { kept: unsent } = await fieldsOf(request);
  if (unsent === undefined || unsentForm(unsent) === null) throw new AppError("malformed");
  edge.form = withoutLogin(edge, { ...EMPTY_FORM, id: passkey ? "staffPasskeyLogin" : "staffLogin", values: { kept: unsent } });
  return null;
}

/** Another tab may have logged in since: the unsent form itself then comes back. */
function withoutLogin(edge: StaffEdge, form: FormState): FormState {
  const unsent = edge.viewer && unsentForm(form.values.kept);
  return unsent ? refusedForm(edge, unsent, new AppError("authentication_required")) : form;
}

async function unsentAnswer(edge: StaffEdge, text: string | undefined, fetchPage: FetchPage, build: BuildEdge) {
  const unsent = unsentForm(text);
  const state = unsent && refusedForm(edge, unsent, new AppError("authentication_required"));
  const again = state && (await withUnsentForm(edge, state, build));
  return again && withEdge(again.edge, () => fetchPage(again.request));
}

/** A form has the answer of an authenticator as text. */
function withCredential({ credential, ...fields }: Record<string, string>): object {
  if (credential === undefined) return fields;
  try {
    return { ...fields, credential: JSON.parse(credential) };
  } catch {
    throw new Unreadable("no JSON");
  }
}

function refusalOf(edge: StaffEdge, error: unknown): AppError {
  if (isUnreadable(error)) return new AppError("malformed");
  if (!(error instanceof AppError)) log("error", "staff call failed", { request: edge.requestId, error });
  return toRefusal(error);
}

/** The path of a page. */
const PAGE = /^\/staff(?:\/[a-z0-9-]+)*$/;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;/i;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

function isFormCall(name: string): name is StaffCallName {
  return Object.hasOwn(STAFF_CALLS, name) && STAFF_CALLS[name as StaffCallName].method === "POST";
}

function callAt(pathname: string, method: string): StaffCallName {
  const here = (Object.keys(STAFF_CALLS) as StaffCallName[]).filter((name) => STAFF_CALLS[name].path === pathname);
  const found = here.find((name) => STAFF_CALLS[name].method === method);
  if (!found) throw new AppError(here.length > 0 ? "method_not_allowed" : "not_found");
  return found;
}

function queryOf({ searchParams }: URL): Record<string, string> {
  return Object.fromEntries(searchParams);
}

async function fieldsOf(request: Request): Promise<Record<string, string>> {
  if (!FORM.test(request.headers.get("content-type") ?? "")) throw new AppError("unsupported_media_type");
  const fields = new URLSearchParams(await textOf(request));
  const ticked = fields.getAll("chosen");
  return { ...Object.fromEntries(fields), ...(ticked.length > 0 && { chosen: ticked.join(" ") }) };
}

/** Texts and files, without empty ones. workerd reads an empty file field as an empty text. */
async function partsOf(request: Request): Promise<Record<string, string | File>> {
  if (!MULTIPART.test(request.headers.get("content-type") ?? "")) throw new AppError("unsupported_media_type");
  if (!request.body) throw new AppError("malformed");
  const { headers, body } = request;
  const parts = await new Response(withinBytes(body, MAX_UPLOAD), {
    headers: { "content-type": headers.get("content-type") ?? "" },
  })
    .formData()
    .catch((error: unknown) => {
      throw error instanceof AppError ? error : new Unreadable("no form");
    });
  return Object.fromEntries([...parts].filter(([, value]) => (typeof value === "string" ? value !== "" : value.size > 0)));
}

function textsOf(parts: Record<string, string | File>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => typeof value === "string")) as Record<string, string>;
}

async function jsonOf(request: Request): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) throw new AppError("unsupported_media_type");
  const text = await textOf(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("no JSON");
  }
}

async function textOf({ body }: Request): Promise<string> {
  return body ? new Response(withinBytes(body, MAX_BODY)).text() : "";
}

/** To the page of `then`, or to the form's own page again. */
function onwards({ url }: StaffEdge, shown: Record<string, string>): Response {
  const then = url.searchParams.get("then") ?? "";
  const to = PAGE.test(then) ? new URL(then, url) : new URL(url);
  for (const name of ["call", "then", "author"]) to.searchParams.delete(name);
  for (const [name, value] of Object.entries(shown)) to.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { location: to.pathname + to.search } });
}

function refusedForm(
  { t, requestId }: StaffEdge,
  { id, values }: Pick<FormState, "id" | "values">,
  refusal: AppError,
): FormState {
  const fields: Record<string, string> = {};
  for (const { field, code, params, text } of refusal.fields) fields[field] ??= text ?? t(`errors.field.${code}`, params);
  const message = Object.values(fields)[0] ?? refusalWords(refusal, t);
  return { id, values, fields, message, code: refusal.code, page: null, done: false, request: requestId };
}
