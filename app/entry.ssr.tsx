import { createFromReadableStream, setOnClientReference } from "@vitejs/plugin-rsc/ssr";
import { createElement, type ReactNode } from "react";
import { preinit, preloadModule } from "react-dom";
import { renderToReadableStream, renderToStaticMarkup, renderToString } from "react-dom/server.edge";
import { type unstable_RSCPayload as RSCPayload, unstable_RSCStaticRouter as RSCStaticRouter } from "react-router";

type RenderPayload = Extract<RSCPayload, { type: "render" }>;

// What each client module needs in the browser: the plugin says it while a payload that names the module is decoded.
const needs = new Map<string, { js: string[]; css: string[] }>();
setOnClientReference(({ id, deps }) => needs.set(id, deps));

/** A payload as the HTML renderer takes it: client components, and server functions that forms can name. */
export function decode(payload: ReadableStream<Uint8Array>): Promise<unknown> {
  return createFromReadableStream(payload);
}

/** Decoded references, ready to be rendered without waiting: React encodes a server function's bound arguments on being asked. */
export async function decodeReferences(payload: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const values = (await decode(payload)) as { $$FORM_ACTION?: (prefix: string) => unknown }[];
  for (const value of values) {
    try {
      value?.$$FORM_ACTION?.("");
    } catch (waiting) {
      await waiting;
    }
  }
  return values;
}

/** A client component that also links its stylesheets, as it does by itself in a payload decoded while rendering. */
export function withStylesheets(component: unknown, module: string): unknown {
  const hrefs = needs.get(module)?.css ?? [];
  if (hrefs.length === 0) return component;
  return (props: object) => {
    for (const href of hrefs) preinit(href, { as: "style", precedence: "vite-rsc/client-reference" });
    return createElement(component as () => ReactNode, props);
  };
}

/**
 * HTML of a payload in which nothing is left to wait for, at once; with the ids of client modules it is HTML that these
 * can take over in the browser. @throws what a component throws, and where one waits.
 */
export function renderNow(payload: RenderPayload, modules: string[] | null): string {
  if (!modules) return `<!DOCTYPE html>${renderToStaticMarkup(<Router payload={payload} />)}`;
  const preloads = new Set(modules.flatMap((id) => needs.get(id)?.js ?? []));
  return `<!DOCTYPE html>${renderToString(<Router payload={payload} preloads={preloads} />)}`;
}

/** HTML of any payload, with what is late in it. @throws the first error of anywhere in the page. */
export async function renderWhole(payload: RenderPayload, nonce: string): Promise<string> {
  const failures: unknown[] = [];
  const stream = await renderToReadableStream(<Router payload={payload} />, {
    nonce,
    formState: payload.formState,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  });
  await stream.allReady;
  if (failures.length > 0) throw failures[0];
  return new Response(stream).text();
}

/** The script that starts the browser's side. */
export function bootstrap(): Promise<string> {
  return import.meta.viteRsc.loadBootstrapScriptContent("index");
}

function Router({ payload, preloads = new Set() }: { payload: RenderPayload; preloads?: Set<string> }) {
  for (const href of preloads) preloadModule(href, { as: "script", crossOrigin: "" });
  // use() takes a promise that says it is fulfilled without waiting for it.
  const settled = Object.assign(Promise.resolve(payload), {
    status: "fulfilled",
    value: payload,
    formState: Promise.resolve(undefined),
  });
  return <RSCStaticRouter getPayload={() => Object.assign(settled, { _deepestRenderedBoundaryId: null })} />;
}
