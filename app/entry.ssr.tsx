import { createFromReadableStream, setOnClientReference } from "@vitejs/plugin-rsc/ssr";
import { createElement, type ReactNode } from "react";
import { preinit, preloadModule } from "react-dom";
import type { ReactFormState } from "react-dom/client";
import { renderToReadableStream, renderToStaticMarkup, renderToString } from "react-dom/server.edge";
import { treeOf } from "#app/page/outlet.client.tsx";
import type { Level } from "#app/page/payload.ts";

// Scripts and styles per client module; the plugin reports them while decoding a payload that names the module.
const needs = new Map<string, { js: string[]; css: string[] }>();
setOnClientReference(({ id, deps }) => needs.set(id, deps));

/** Decodes a payload for the HTML renderer, with client components and server functions. */
export function decode(payload: ReadableStream<Uint8Array>): Promise<unknown> {
  return createFromReadableStream(payload);
}

/** Decodes references completely: React encodes a server function's bound arguments only on demand. */
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

/** A client component that links its style sheets, as React does when it decodes during rendering. */
export function withStylesheets(component: unknown, module: string): unknown {
  const hrefs = needs.get(module)?.css ?? [];
  if (hrefs.length === 0) return component;
  return (props: object) => {
    for (const href of hrefs) preinit(href, { as: "style", crossOrigin: "anonymous", precedence: "vite-rsc/client-reference" });
    return createElement(component as () => ReactNode, props);
  };
}

/** HTML of elements without pending promises; hydratable with module ids. @throws a component's error, or a pending promise */
export function renderNow(outermost: Level, modules: string[] | null): string {
  if (!modules) return `<!DOCTYPE html>${renderToStaticMarkup(treeOf(outermost))}`;
  const preloads = new Set(modules.flatMap((id) => needs.get(id)?.js ?? []));
  return `<!DOCTYPE html>${renderToString(<Preloading outermost={outermost} preloads={preloads} />)}`;
}

/** HTML of elements that React never hydrates. */
export { renderToStaticMarkup as htmlOf };

/** HTML of any elements, after all Suspense boundaries. @throws the first error of the page. */
export async function renderWhole(
  outermost: Level,
  { nonce, formState = null }: { nonce: string; formState?: ReactFormState | null },
): Promise<string> {
  const failures: unknown[] = [];
  const stream = await renderToReadableStream(treeOf(outermost), {
    nonce,
    formState,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  });
  await stream.allReady;
  if (failures.length > 0) throw failures[0];
  return new Response(stream).text();
}

export function bootstrap(): Promise<string> {
  return import.meta.viteRsc.loadBootstrapScriptContent("index");
}

function Preloading({ outermost, preloads }: { outermost: Level; preloads: Set<string> }) {
  for (const href of preloads) preloadModule(href, { as: "script", crossOrigin: "" });
  return treeOf(outermost);
}
