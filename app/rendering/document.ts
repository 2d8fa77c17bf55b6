import { cloneElement, type ReactElement, type ReactNode } from "react";
import type { unstable_RSCPayload as RSCPayload } from "react-router";
import type { Level, PagePayload } from "#app/page/payload.ts";
import { pageAuthor } from "#app/request/author.ts";
import { isAway } from "#worker/platform/d1-reads.ts";
import { RETRY_AFTER } from "#worker/platform/durations.ts";
import { utf8Of } from "#worker/platform/encoding.ts";
import { log } from "#worker/platform/log.ts";
import { noteRequest } from "#worker/platform/request-facts.ts";
import type { Sheets } from "#worker/platform/sheets.ts";
import { pageEdge } from "#worker/server/edge/edge.ts";
import { awayError, logUnexpected, redirectOf, shownError } from "./errors.ts";
import { type Known, moduleOf, type Reference } from "./references.ts";
import { withAuthor } from "./replies.ts";
import { resolve } from "./resolve.ts";
import { literalOf, withoutPreloads, withScripts } from "./scripts.ts";
import { slim } from "./slim.ts";
import { translate } from "./translate.ts";

type Payload<T extends RSCPayload["type"]> = Extract<RSCPayload, { type: T }>;
type RouteMatch = Payload<"render">["matches"][number];
export type Match = Pick<RouteMatch, "id" | "path" | "element" | "errorElement" | "handle">;
export type RenderPayload = Pick<Payload<"render">, "type" | "errors" | "formState"> & { matches: Match[] };
export type RedirectPayload = Pick<Payload<"redirect">, "type" | "location" | "status"> & Partial<Payload<"redirect">>;

export interface Matched {
  statusCode: number;
  headers: Headers;
  payload: RenderPayload | RedirectPayload | Payload<"action">;
}
type Options = { onError?: (error: unknown) => string | undefined; temporaryReferences?: unknown };
type Html = typeof import("#app/entry.ssr.tsx");
type Handle = { scripts?: boolean | "member" } | undefined;

/** A client component that refetches the page's payload; its page is then sent with all its content. */
interface Refreshing {
  refreshesPage?: boolean;
}

export interface Page {
  match: Matched;
  options: Options;
  /** Errors of a form's server function; the router would render the page as if it had succeeded. */
  failures: unknown[];
  /** True if the page is rendered through its payload; local builds can request and report it. */
  longWay: boolean;
}

export interface Deps {
  encode(value: unknown, options?: Options): ReadableStream<Uint8Array>;
  /** Loads the SSR module graph; client components exist only there. */
  html(): Promise<Html>;
  sheets: Sheets;
}

/**
 * Renders a page in one pass from its elements; only pages with `handle.scripts` get a payload. Unknown elements fall back
 * to the payload. Nothing streams, so that a late error keeps its status.
 */
export function createDocuments({ encode, html, sheets }: Deps) {
  // References live as long as the isolate, so each is decoded once.
  const known: Known = new Map();

  async function answer(page: Page): Promise<Response> {
    const { match, failures } = page;
    const { payload } = match;
    const headers = new Headers(match.headers);
    if (payload.type === "redirect") return redirectTo(payload.location, payload.status, headers);
    if (payload.type !== "render") throw new Error(`No document for a payload of type ${payload.type}`);
    headers.set("content-type", "text/html; charset=utf-8");
    const answerWith = async (shown: RenderPayload, status: number) => {
      const author = await pageAuthor();
      const pieces = (await renderPage(shown, page)).map((piece) => withAuthor(piece, author));
      if (__LOCAL__ && page.longWay) headers.set("x-long-way", "taken");
      return new Response(utf8Of(pieces), { status, headers });
    };
    try {
      if (payload.errors) throw Object.values(payload.errors)[0];
      if (failures.length > 0) throw failures[0];
      return await answerWith(payload, match.statusCode);
    } catch (thrown) {
      const redirect = redirectOf(thrown);
      if (redirect) return redirectTo(redirect.headers.get("location") as string, redirect.status, redirect.headers);
      const status = payload.errors ? match.statusCode : 500;
      logUnexpected(thrown, pageEdge().requestId, status);
      const shown = isAway(thrown) ? awayError() : shownError(thrown, status);
      if (shown?.status === 503) headers.set("retry-after", String(RETRY_AFTER));
      return answerWith(failed(payload, shown ?? thrown), shown?.status ?? 500);
    }
  }

  async function renderPage(payload: RenderPayload, page: Page): Promise<string[]> {
    const scripts = payload.errors === null && (await hasScripts(payload.matches));
    // In development React's elements have more properties than this code handles.
    if (import.meta.env.PROD && !payload.formState && !page.longWay) {
      try {
        return await renderInOnePass(payload, scripts, page.options);
      } catch (error) {
        if (shownError(error)) throw error;
        log("warn", "page rendered the long way", { request: pageEdge().requestId, error });
      }
    }
    page.longWay = true;
    noteRequest({ longWay: true });
    return renderThroughPayload(payload, scripts, page.options);
  }

  async function renderInOnePass(payload: RenderPayload, scripts: boolean, options: Options): Promise<string[]> {
    const ssr = await html();
    const found = new Set<Reference>();
    const elements = await Promise.all(elementsOf(payload).map((element) => resolve(element, found)));
    await learn(ssr, found);
    const shown = elements.map((element) => translate(element, known, ssr.htmlOf as (children: unknown) => string) as ReactNode);
    const text = withSheets(ssr.renderNow(levelsOf(shown), scripts ? [...found].map(moduleOf) : null));
    if (!scripts) return [text];
    const refreshes = [...found].some((reference) => (known.get(reference)?.value as Refreshing | undefined)?.refreshesPage);
    const flight = await encoded(pageOf(elements.map((element) => slim(element, refreshes) as ReactNode)), options);
    return withScripts(text, literalOf(flight), await ssr.bootstrap(), pageEdge().nonce);
  }

  /** With the text of the style sheets that this browser lacks; a cookie says that it has them now. */
  function withSheets(text: string): string {
    const edge = pageEdge();
    if ("staff" in edge || edge.linksSheets) return text;
    const held = sheets.held(edge.sheetsCookie);
    const { html, given } = sheets.inline(text, { held, nonce: edge.nonce });
    if (given.length > 0) edge.answer.append("set-cookie", sheets.cookie(held, given, edge.secure));
    return html;
  }

  /** The page as React's payload. Rejects with the first error that a component threw. */
  async function encoded(page: object, options: Options): Promise<string> {
    const failures: unknown[] = [];
    const onError = (error: unknown) => {
      failures.push(error);
      return options.onError?.(error);
    };
    const flight = await new Response(encode(page, { ...options, onError })).text();
    if (failures.length > 0) throw failures[0];
    return flight;
  }

  async function renderThroughPayload(payload: RenderPayload, scripts: boolean, options: Options): Promise<string[]> {
    const formState = await payload.formState;
    const flight = await encoded({ ...pageOf(elementsOf(payload)), formState }, options);
    const ssr = await html();
    const { outermost } = (await ssr.decode(new Response(flight).body as ReadableStream<Uint8Array>)) as PagePayload;
    const { nonce } = pageEdge();
    const text = withSheets(await ssr.renderWhole(outermost, { nonce, formState }));
    return scripts ? withScripts(text, literalOf(flight), await ssr.bootstrap(), nonce) : [withoutPreloads(text)];
  }

  /** Reads the `handle` of the page's route, which is a client reference. */
  async function hasScripts(matches: Match[]): Promise<boolean> {
    const handle = matches.at(-1)?.handle as Reference | undefined;
    if (!handle) return false;
    await learn(await html(), new Set([handle]));
    return wantsScripts(known.get(handle)?.value as Handle);
  }

  async function learn(ssr: Html, found: Set<Reference>): Promise<void> {
    const references = [...found].filter((reference) => !known.has(reference));
    if (references.length === 0) return;
    const values = await ssr.decodeReferences(encode(references));
    references.forEach((reference, index) => {
      known.set(reference, { value: values[index], component: ssr.withStylesheets(values[index], moduleOf(reference)) });
    });
  }

  return { answer };
}

export function elementsOf({ errors, matches }: RenderPayload): ReactNode[] {
  return matches.flatMap(({ element, errorElement }) => (errors ? errorElement : element) ?? []);
}

export function pageOf(elements: ReactNode[]): PagePayload {
  return { type: "page", build: __BUILD__, outermost: levelsOf(elements) };
}

function levelsOf([element, ...inner]: ReactNode[]): Level {
  return { element, inner: inner.length > 0 ? levelsOf(inner) : null };
}

/** Replaces the page with the product's error page, in the outermost error boundary. */
function failed(payload: RenderPayload, error: unknown): RenderPayload {
  const match = payload.matches.find((candidate) => candidate.errorElement);
  if (!match) throw error;
  // The router creates the boundary's element before the error exists.
  const layout = match.errorElement as ReactElement<{ children: ReactElement<{ error: unknown }> }>;
  const errorElement = cloneElement(layout, undefined, cloneElement(layout.props.children, { error }));
  return { ...payload, errors: { [match.id]: error }, matches: [{ ...match, errorElement }] };
}

function redirectTo(location: string, status: number, from: Headers): Response {
  const headers = new Headers(from);
  headers.delete("content-type");
  headers.set("location", location);
  return new Response(null, { status, headers });
}

/** `member`: scripts only with a session, for live badges. */
function wantsScripts(handle: Handle): boolean {
  return handle?.scripts === true || (handle?.scripts === "member" && pageEdge().session !== null);
}
