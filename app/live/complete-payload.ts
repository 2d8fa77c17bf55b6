declare global {
  interface Window {
    __routerActionID?: number;
  }
}

type Create<O> = <T>(stream: ReadableStream<Uint8Array>, options?: O) => Promise<T>;

/** Modules that a payload named and that are still loading. */
const loading = new Set<Promise<unknown>>();

/** Lets payloads wait for what `load` begins. */
export function watchedLoad<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    const loaded = load();
    loading.add(loaded);
    const end = () => loading.delete(loaded);
    loaded.then(end, end);
    return loaded;
  };
}

/**
 * Resolves to a payload whose modules and route patches are loaded. The stream must hold the whole payload. React Router 8.4
 * applies a payload at its first row. A module that is still loading would hold back every update of the page. A second
 * navigation would find a known route without its patches.
 */
export function completePayloads<O>(create: Create<O>): Create<O> {
  return async <T>(stream: ReadableStream<Uint8Array>, options?: O) => {
    const payload = await create<T>(stream, options);
    await Promise.allSettled(loading);
    if (!isManifest(payload)) return payload;
    return { ...payload, patches: await payload.patches };
  };
}

/** The last form that was sent: the router's number for it, and the page's address. */
let sent = { id: 0, href: "" };

/** To be called right after the router has begun an action. */
export function noteAction(): void {
  sent = { id: window.__routerActionID ?? 0, href: location.href };
}

/**
 * Like `completePayloads`, for the answers of actions. React Router 8.4 drops the page of an action when a refresh lands first.
 * Here only a later form or another page may replace it.
 */
export function completeActions<O>(create: Create<O>): Create<O> {
  const complete = completePayloads(create);
  return async <T>(stream: ReadableStream<Uint8Array>, options?: O) => {
    const payload = await complete<T>(stream, options);
    if (!isAction(payload)) return payload;
    const rerender = await payload.rerender;
    if (location.href === sent.href) window.__routerActionID = sent.id;
    return { ...payload, rerender };
  };
}

function isAction(payload: unknown): payload is { type: "action"; rerender?: unknown } {
  return typeof payload === "object" && payload !== null && "type" in payload && payload.type === "action";
}

function isManifest(payload: unknown): payload is { type: "manifest"; patches: unknown } {
  return typeof payload === "object" && payload !== null && "type" in payload && payload.type === "manifest";
}
