import { cloneElement, type ReactElement } from "react";
import type { unstable_RSCPayload as RSCPayload } from "react-router";
import { pageEdge } from "#worker/edge/edge.ts";
import { log } from "#worker/lib/log.ts";
import { noteRequest } from "#worker/lib/request-facts.ts";
import { redirectOf, shownError } from "./errors.ts";
import { type Known, moduleOf, type Reference } from "./references.ts";
import { resolve, Unresolvable } from "./resolve.ts";
import { withoutPreloads, withScripts } from "./scripts.ts";
import { slim } from "./slim.ts";
import { translate } from "./translate.ts";

type RenderPayload = Extract<RSCPayload, { type: "render" }>;
type Match = RenderPayload["matches"][number];
type Options = { onError?: (error: unknown) => string | undefined; temporaryReferences?: unknown };
type Html = typeof import("#app/entry.ssr.tsx");
type Handle = { scripts?: boolean | "member" } | undefined;

/** A client component that refetches the page's payload; its page is then sent in full. */
interface Refreshing {
  refreshesPage?: boolean;
}

export interface Page {
  match: { statusCode: number; headers: Headers; payload: RSCPayload };
  options: Options;
  /** Errors of a form's server function; the router would render the page as if it had succeeded. */
  failures: unknown[];
  /** True if the page is rendered through its payload; local builds can request and report it. */
  longWay: boolean;
}

interface Deps {
  encode(value: unknown, options?: Options): ReadableStream<Uint8Array>;
  /** Loads the SSR module graph; client components exist only there. */
  html(): Promise<Html>;
}

/**
 * Renders a page in one pass from its elements; only pages with `handle.scripts` get a payload. Unknown elements fall back
 * to the payload. Nothing streams, so that a late error keeps its status.
 */
export function createDocuments({ encode, html }: Deps) {
  // References live as long as the isolate, so each is decoded once.
  const known: Known = new WeakMap();

  async function answer(page: Page): Promise<Response> {
    const { match, failures } = page;
    const { payload } = match;
    const headers = new Headers(match.headers);
    if (payload.type === "redirect") return redirectTo(payload.location, payload.status, headers);
    if (payload.type !== "render") throw new Error(`No document for a payload of type ${payload.type}`);
    headers.set("content-type", "text/html; charset=utf-8");
    const answerWith = async (shown: RenderPayload, status: number) => {
      const text = await renderPage(shown, page);
      if (__LOCAL__ && page.longWay) headers.set("x-long-way", "taken");
      return new Response(text, { status, headers });
    };
    try {
      if (payload.errors) throw Object.values(payload.errors)[0];
      if (failures.length > 0) throw failures[0];
      return await answerWith(payload, match.statusCode);
    } catch (thrown) {
      const redirect = redirectOf(thrown);
      if (redirect) return redirectTo(redirect.headers.get("location") as string, redirect.status, redirect.headers);
      const shown = shownError(thrown, payload.errors ? match.statusCode : 500);
      if (!shown) log("error", "page failed", { request: pageEdge().requestId, error: thrown });
      return answerWith(failed(payload, shown ?? thrown), shown?.status ?? 500);
    }
  }

  async function renderPage(payload: RenderPayload, page: Page): Promise<string> {
    // In development React's elements have more properties than this code handles.
    if (import.meta.env.PROD && !payload.formState && !page.longWay) {
      try {
        return await renderInOnePass(payload, page.options);
      } catch (error) {
        if (shownError(error)) throw error;
        log("warn", "page rendered the long way", { request: pageEdge().requestId, error });
      }
    }
    page.longWay = true;
    noteRequest({ longWay: true });
    return renderThroughPayload(payload, page.options);
  }

  async function renderInOnePass(payload: RenderPayload, options: Options): Promise<string> {
    const found = new Set<Reference>();
    const matches = await Promise.all(payload.matches.map((match) => resolveMatch(match, payload.errors !== null, found)));
    const handle = matches.at(-1)?.handle as Reference | undefined;
    if (handle) found.add(handle);
    const ssr = await html();
    await learn(
      ssr,
      [...found].filter((reference) => !known.has(reference)),
    );

    const scripts = !payload.errors && handle !== undefined && wantsScripts(known.get(handle)?.value as Handle);
    const shown = matches.map((match) => translateMatch(match, payload.errors !== null));
    const text = ssr.renderNow({ ...payload, patches: undefined, matches: shown }, scripts ? [...found].map(moduleOf) : null);
    if (!scripts) return text;
    const refreshes = [...found].some((reference) => (known.get(reference)?.value as Refreshing | undefined)?.refreshesPage);
    const kept = refreshes ? matches : matches.map((match) => ({ ...match, element: slim(match.element) as never }));
    const sent = { ...payload, loaderData: nothingOf(payload.loaderData), matches: kept };
    return withScripts(text, await textOf(encode(sent, options)), await ssr.bootstrap(), pageEdge().nonce);
  }

  // Slower, but supports everything that React supports.
  async function renderThroughPayload(payload: RenderPayload, options: Options): Promise<string> {
    const failures: unknown[] = [];
    const onError = (error: unknown) => {
      failures.push(error);
      return options.onError?.(error);
    };
    const flight = await textOf(encode(payload, { ...options, onError }));
    if (failures.length > 0) throw failures[0];
    const ssr = await html();
    const decoded = (await ssr.decode(new Response(flight).body as ReadableStream<Uint8Array>)) as RenderPayload;
    const text = await ssr.renderWhole(decoded, pageEdge().nonce);
    const scripts = !payload.errors && wantsScripts(decoded.matches.at(-1)?.handle as Handle);
    return scripts ? withScripts(text, flight, await ssr.bootstrap(), pageEdge().nonce) : withoutPreloads(text);
  }

  async function learn(ssr: Html, references: Reference[]): Promise<void> {
    if (references.length === 0) return;
    const values = await ssr.decodeReferences(encode(references));
    references.forEach((reference, index) => {
      known.set(reference, { value: values[index], component: ssr.withStylesheets(values[index], moduleOf(reference)) });
    });
  }

  function translateMatch(match: Match, isError: boolean): Match {
    return {
      ...match,
      handle: match.handle && known.get(match.handle)?.value,
      element: translate(match.element, known) as never,
      // Without an error only the boundary's presence matters, not its content.
      errorElement: (isError ? translate(match.errorElement, known) : match.errorElement && []) as never,
    };
  }

  return { answer };
}

/** Resolves the server components of a match: of its element, or of its error element. */
async function resolveMatch(match: Match, isError: boolean, found: Set<Reference>): Promise<Match> {
  if (match.links || match.meta || match.clientLoader || match.hydrateFallbackElement) throw new Unresolvable("route export");
  if (isError) return { ...match, element: undefined, errorElement: (await resolve(match.errorElement, found)) as never };
  return { ...match, element: (await resolve(match.element, found)) as never };
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

/** Empties loader data, which is already rendered; the keys tell the client router not to fetch it. */
function nothingOf(loaderData: RenderPayload["loaderData"]): RenderPayload["loaderData"] {
  return Object.fromEntries(Object.keys(loaderData).map((id) => [id, null]));
}

function redirectTo(location: string, status: number, from: Headers): Response {
  const headers = new Headers(from);
  headers.delete("content-type");
  headers.set("location", location);
  return new Response(null, { status, headers });
}

function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/** `member`: scripts only with a session, for live badges. */
function wantsScripts(handle: Handle): boolean {
  return handle?.scripts === true || (handle?.scripts === "member" && pageEdge().session !== null);
}
