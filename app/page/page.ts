import { authorHeaders, isRefused } from "#app/ui/author.ts";
import { isInteracting } from "#app/ui/interacting.ts";
import { modulesLoaded } from "./modules.ts";
import type { FormPayload, Level, PagePayload, ReadPayload, RedirectPayload } from "./payload.ts";
import { reloadOnce } from "./reload.ts";
import { retryingFetch } from "./retrying-fetch.ts";
import { after } from "./turns.ts";

interface Deps {
  decode<T>(response: Response, references?: unknown): Promise<T>;
  encode(args: unknown[], references: unknown): Promise<BodyInit>;
  newReferences(): unknown;
  /** Sends a form once. */
  send(request: Request): Promise<Response>;
}

type Show = (outermost: Level) => void;

const PAYLOAD = "text/x-component";

/**
 * The document's page, which refreshes and answers forms in place. Another path is a document of its own: links are plain
 * anchors. The address is the one that the server rendered; scripts may show another one in the address bar.
 */
export class Page {
  outermost: Level;
  readonly #deps: Deps;
  readonly #build: string;
  #address = location.pathname + location.search;
  #show: Show = () => {};
  #reading: AbortController | null = null;
  /** Ends with the read of the page that a form leads to; never rejects. */
  #following: Promise<unknown> = Promise.resolve();
  #sent = 0;
  #landed = 0;
  /** Ends with the answer to the last form that was sent. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(first: PagePayload, deps: Deps) {
    this.outermost = first.outermost;
    this.#build = first.build;
    this.#deps = deps;
    // An entry without a state is a link to a part of the shown page.
    addEventListener("popstate", ({ state }) => {
      if (state?.page && state.page !== this.#address) location.reload();
    });
    addEventListener("click", (event) => this.#followInPlace(event));
  }

  watch(show: Show): void {
    this.#show = show;
  }

  /** Reads the page again; a later call replaces an earlier one. Resolves once the page is handed to React. */
  async refresh(): Promise<void> {
    // A live event would abort the read, and the match moment of a form's page would be lost.
    await this.#following;
    const read = this.#begin();
    const payload = await this.#read(this.#address, read.signal, true);
    if (!payload || read.signal.aborted) return;
    if (payload.type === "redirect") return this.#leave(payload.location, true);
    this.#arrive(payload);
  }

  /** Calls a form's server function. Resolves with its answer, after the page that follows is shown. @throws as `send` */
  async submit(id: string, args: unknown[]): Promise<unknown> {
    const form = ++this.#sent;
    const references = this.#deps.newReferences();
    const { address, payload } = await this.#inTurn(async (keepalive) => {
      const address = this.#address;
      const body = await this.#deps.encode(args, references);
      const headers = { accept: PAYLOAD, "rsc-action-id": id, ...authorHeaders() };
      const response = await this.#deps.send(new Request(location.href, { method: "POST", body, headers, keepalive }));
      return { address, payload: await this.#deps.decode<FormPayload>(response, references) };
    });
    if (payload.type === "redirect") {
      await this.#lead(payload);
      return undefined;
    }
    const page = await payload.page;
    await modulesLoaded();
    // Forms may answer in another order: the page of an earlier one would undo a later one's.
    if (form > this.#landed && address === this.#address) {
      this.#landed = form;
      if (page.type === "redirect") await this.#lead(page);
      else this.#arrive(page);
    }
    return payload.answer;
  }

  /** For 30 seconds an undo does not overtake what it undoes. A form that waits leaves with the page. */
  #inTurn<T>(work: (leaving: boolean) => Promise<T>): Promise<T> {
    const done = after(this.#turn, work);
    this.#turn = done.catch(() => {}); // the form's caller sees the failure
    return done;
  }

  #lead(payload: RedirectPayload): Promise<void> {
    const followed = this.#follow(payload);
    this.#following = followed.catch(() => {}); // the form's caller sees the failure
    return followed;
  }

  async #follow({ location: to, reload, replace }: RedirectPayload): Promise<void> {
    const url = new URL(to.replace(/^\/+/, "/"), location.href);
    if (reload || url.origin !== location.origin || url.pathname !== location.pathname) return this.#leave(url.href, replace);
    // The answer is another page at the same address; elsewhere the scroll stays.
    const toTop = url.hash === "#top";
    if (toTop) url.hash = "";
    beforeFollowing?.(url);
    const read = this.#begin();
    const address = url.pathname + url.search;
    const payload = await this.#read(address, read.signal, false);
    if (read.signal.aborted) return;
    if (payload?.type !== "page" || payload.build !== this.#build) return this.#leave(url.href, replace);
    history.replaceState({ page: this.#address }, "");
    this.#address = address;
    if (replace || url.href === location.href) history.replaceState({ page: address }, "", url);
    else history.pushState({ page: address }, "", url);
    this.#arrive(payload);
    if (toTop) scrollTo({ top: 0, behavior: "instant" });
  }

  /** Opens a document. Resolves only when the browser returns to this one. */
  async #leave(to: string, replace: boolean): Promise<void> {
    if (replace) location.replace(to);
    else location.assign(to);
    await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
  }

  /** A link with `data-here` leads to another state of the same path: what is typed stays. Before hydration it is a link. */
  #followInPlace(event: MouseEvent): void {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-here]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    event.preventDefault();
    void this.show(link.href, link.dataset.here === "replace");
  }

  /** Shows another state of the same path. */
  show(href: string, replace = false): Promise<void> {
    return this.#lead({ type: "redirect", location: href, reload: false, replace });
  }

  #begin(): AbortController {
    this.#reading?.abort();
    this.#reading = new AbortController();
    return this.#reading;
  }

  /** Null after an abort, and for an answer that is no page, which the document shows better. */
  async #read(address: string, signal: AbortSignal, refreshes: boolean): Promise<ReadPayload | null> {
    const request = new Request(payloadUrl(address), { headers: { accept: PAYLOAD, ...authorHeaders() }, signal });
    try {
      const response = await retryingFetch(request, { refreshes });
      // What is typed here stays; its author may need it.
      if (isRefused(response)) return null;
      if (!response.headers.get("content-type")?.startsWith(PAYLOAD)) {
        if (response.status !== 429) reloadOnce();
        return null;
      }
      // Typed text stays: a later refresh tries again.
      if (refreshes && !response.ok && isInteracting()) return null;
      const payload = await this.#deps.decode<ReadPayload>(response);
      await modulesLoaded();
      return payload;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  #arrive(payload: Exclude<ReadPayload, RedirectPayload>): void {
    if (payload.type === "failed") reloadOnce();
    else if (payload.build === this.#build) {
      this.outermost = payload.outermost;
      this.#show(payload.outermost);
    } else if (!isInteracting()) {
      // Modules of another build may be gone.
      reloadOnce();
    }
  }
}

/** React Router's address of a page's payload. */
function payloadUrl(address: string): URL {
  const url = new URL(address, location.href);
  url.pathname += url.pathname.endsWith("/") ? "_.rsc" : ".rsc";
  return url;
}

let beforeFollowing: ((to: URL) => void) | undefined;

/** Told where a form leads before that page is read. One watcher at a time. */
export function watchFollowed(follow: (to: URL) => void): void {
  beforeFollowing = follow;
}

let current: Page | null = null;

export function setPage(page: Page): void {
  current = page;
}

/** Shows another state of this path, as a link with `data-here` does. */
export async function showHere(href: string): Promise<void> {
  if (current) await current.show(href);
  else location.assign(href);
}

/** Reads this document's page again. Does nothing before the page has hydrated. */
export function refreshPage(): Promise<void> {
  return current?.refresh() ?? Promise.resolve();
}
