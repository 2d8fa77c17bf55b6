import type { ServerResponse } from "node:http";
import type { HotChannelClient, Plugin, ViteDevServer } from "vite";

/** Pages without React reload on this event. */
const CHANGED = "liaison:changed";
/** A connecting page may have missed a change. */
const SINCE = "liaison:since";
const SCRIPT = "/@liaison-dev";
/** Debounce in ms; the Worker has reloaded after it. */
const TOGETHER = 150;

let changes = 0;

/** Adds the reload script and a development Content-Security-Policy to pages, so that the product needs no development code. */
export function devPages(): Plugin {
  let server: ViteDevServer;
  let waiting: NodeJS.Timeout | undefined;

  return {
    name: "liaison-dev-pages",
    apply: "serve",
    // Runs before the middleware that answers with pages.
    enforce: "pre",
    configureServer(created) {
      server = created;
      server.environments.client.hot.on(SINCE, ({ since }: { since: number }, client: HotChannelClient) => {
        if (since < changes) client.send({ type: "custom", event: CHANGED, data: { all: false } });
      });
      server.middlewares.use((request, response, next) => {
        if (request.headers.accept?.includes("text/html")) changeAnswer(response);
        next();
      });
    },
    resolveId: (id) => (id === SCRIPT ? id : undefined),
    load: (id) => (id === SCRIPT ? BROWSER : undefined),
    hotUpdate({ modules }) {
      // Page modules belong to the Worker; "ssr" renders the islands of the same pages.
      if (!/^(rsc|ssr)$/.test(this.environment.name) || modules.length === 0) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => showChange(server), TOGETHER);
    },
  };
}

/** Reloads open pages. React Router updates React pages itself, but for file changes only. */
export function showChange(server: ViteDevServer, { all = false } = {}): void {
  changes++;
  server.environments.client.hot.send({ type: "custom", event: CHANGED, data: { all } });
}

/** Buffers HTML responses and adds the script; others pass. */
function changeAnswer(response: ServerResponse): void {
  const { writeHead, write, end } = response;
  const chunks: Buffer[] = [];
  const since = changes;
  let isPage = false;

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    for (const [name, value] of Object.entries((rest.at(-1) as Record<string, string | string[]> | undefined) ?? {}))
      response.setHeader(name, value);
    isPage = String(response.getHeader("content-type")).startsWith("text/html");
    if (!isPage) return writeHead.call(response, status);
    response.removeHeader("content-length");
    response.statusCode = status;
    const policy = response.getHeader("content-security-policy");
    if (typeof policy === "string") response.setHeader("content-security-policy", forDevelopment(policy));
    return response;
  }) as typeof response.writeHead;

  response.write = ((chunk: Uint8Array) => {
    if (!isPage) return write.call(response, chunk, "utf8");
    chunks.push(Buffer.from(chunk));
    return true;
  }) as typeof response.write;

  response.end = ((last?: Uint8Array | string) => {
    if (!isPage) return end.call(response, last, "utf8");
    if (last) chunks.push(Buffer.from(last as string));
    Object.assign(response, { writeHead, write, end });
    const page = Buffer.concat(chunks).toString();
    return response.end(page && withScript(page, since));
  }) as typeof response.end;
}

function withScript(page: string, since: number): string {
  const script = `<script type="module" src="${SCRIPT}" data-since="${since}"></script>`;
  const at = page.lastIndexOf("</body>");
  return at < 0 ? page : page.slice(0, at) + script + page.slice(at);
}

/** React's stacks use eval(). Vite adds styles without a nonce, its socket may use another port, its worker is a blob. */
export function forDevelopment(policy: string): string {
  return policy
    .replace(/script-src [^;]*/, "$& 'unsafe-eval'")
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace(/connect-src [^;]*/, "$& ws:")
    .replace(/worker-src [^;]*/, "$& blob:");
}

/** Browser code. Keeps form input across a reload by the field's position. Hydrated fields get an input event. */
const BROWSER = `
import { createHotContext } from "/@vite/client";

const KEY = "liaison-dev-typed";
const fields = () => [...document.querySelectorAll("input, textarea, select")].filter(({ type }) => !/^(hidden|file|submit|password)$/.test(type));
const isSwitch = ({ type }) => type === "checkbox" || type === "radio";
const initial = (field) => isSwitch(field) ? field.defaultChecked : field.defaultValue ?? [...field.options].find((one) => one.defaultSelected)?.value ?? field.options[0]?.value;
const value = (field) => isSwitch(field) ? field.checked : field.value;
// React also sets a field's initial value; input before this script had no event.
const touched = new Set();
addEventListener("input", ({ target }) => touched.add(target), true);

let unrestored = null;

function keep() {
  if (unrestored) return sessionStorage.setItem(KEY, unrestored);
  const typed = fields().flatMap((field, index) => touched.has(field) || value(field) !== initial(field) ? [{ index, name: field.name, value: value(field) }] : []);
  sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, typed, scroll: scrollY }));
}

function put(field, wanted) {
  if (value(field) === wanted) return;
  const property = isSwitch(field) ? "checked" : "value";
  // Bypasses React's own setter, which would ignore the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property).set.call(field, wanted);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

async function restore() {
  unrestored = sessionStorage.getItem(KEY);
  const saved = JSON.parse(unrestored ?? "null");
  sessionStorage.removeItem(KEY);
  if (saved?.path !== location.pathname) return void (unrestored = null);
    // Hydration discards earlier input.
  for (let tries = 0; self.__FLIGHT_DATA && tries < 200 && !Object.keys(document.body).some((name) => name.startsWith("__react")); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  unrestored = null;
  const all = fields();
  for (const { index, name, value } of saved.typed) {
    const field = all[index]?.name === name ? all[index] : all.find((one) => one.name === name);
    if (field) put(field, value);
  }
  scrollTo(0, saved.scroll);
}

const hot = createHotContext("${SCRIPT}");
hot.on("vite:beforeFullReload", keep);
hot.on("${CHANGED}", ({ all }) => {
  // React Router handles file changes on React pages.
  if (self.__FLIGHT_DATA && !all) return;
  keep();
  location.reload();
});
const since = Number(document.querySelector("script[data-since]").dataset.since);
hot.on("vite:ws:connect", () => hot.send("${SINCE}", { since }));
hot.send("${SINCE}", { since });
restore();
`;
