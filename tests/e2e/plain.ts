import { expect } from "vitest";
import { kindOf, type PageForm, pageOf } from "#tests/contract/forms.ts";
import { type Answer, ask } from "#tests/contract/http.ts";
import { type Element, parseHtml } from "#tests/setup/html.ts";
import { insertMember, newSession } from "./fixtures.ts";
import { addressOf, expectFillable, send, type Typed } from "./plain-forms.ts";
import { port } from "./product.ts";
import { isSeen, openedBy, seenText } from "./seen.ts";
import { note, type Place } from "./sight.ts";
import { type Newcomer, newcomer } from "./steps.ts";

/** Redirects of one press; a browser follows 20. */
const MOST_REDIRECTS = 5;

type Name = string | RegExp;
type Host = NonNullable<Parameters<typeof newSession>[1]>["host"];

/** An answer's status, where it is not below 400. */
interface Expected {
  status?: number;
}

/**
 * A browser without scripts that draws nothing: it opens pages, follows links and sends forms. A page costs a tenth of one in Chromium.
 * It ignores text and controls that HTML hides. `sight.ts` checks in Chromium that no style sheet hides what was pressed, followed or opened.
 */
export class PlainBrowser {
  readonly cookies = new Map([["dismissed", "entry-t0"]]);
  /** Host of the next request; redirects change it. */
  host: string;
  /** Path and query of the shown page. */
  path = "";
  #root: Element = parseHtml("");
  #beside: Element | undefined;
  #send: () => Promise<Answer> = () => Promise.reject(new Error("no form was sent"));
  #forms: PageForm[] = [];
  /** By what is open: what has opened it. */
  readonly #unfolded = new Map<Element, Element>();
  /** Of the address, which no server gets. */
  #fragment = "";
  /** Host of `cookies`; each other host has cookies of its own. */
  readonly home: string;
  readonly #jars = new Map<string, Map<string, string>>();

  /** Of each request. The sign-up limit counts per network and hour. */
  readonly headers: Record<string, string>;

  constructor(host = "localhost", headers: Record<string, string> = {}) {
    this.host = host;
    this.home = host;
    this.#jars.set(host, this.cookies);
    const network = ["10", ...crypto.getRandomValues(new Uint8Array(3))].join(".");
    this.headers = { "cf-connecting-ip": network, ...headers };
  }

  /** Of this member. */
  static async of(id: string, host?: Host, headers?: Record<string, string>): Promise<PlainBrowser> {
    const page = new PlainBrowser(host, headers);
    page.cookies.set("session", await newSession(id, { host }));
    return page;
  }

  /** Opens a path, or an address at another host. */
  async goto(address: string, expected: Expected = {}): Promise<void> {
    this.#fragment = /#.*/.exec(address)?.[0] ?? "";
    await this.#show(address, await this.#request("GET", this.#pathAt(address)), expected);
  }

  async follow(name: Name): Promise<void> {
    const address = this.link(name);
    this.#note(kindOf(address), this.#named("a", name));
    await this.goto(address);
  }

  /** Address of the only link with this name. */
  link(name: Name): string {
    const found = new Set(this.#named("a", name).map((link) => link.get("href") ?? ""));
    expect([...found], `links ${name} on ${this.path}`).toHaveLength(1);
    return [...found][0] ?? "";
  }

  /** Presses the first button with this name in a form, after these values have been typed or chosen, and others forged. */
  async press(name: Name, typed: Typed = {}, expected: Expected = {}, forged: Typed = {}): Promise<void> {
    const button = this.#named("button", name).find((one) => this.#formOf(one));
    const form = button && this.#formOf(button);
    if (!form) throw new Error(`no button ${name} in a form on ${this.path}: ${this.text}`);
    expect(button.has("disabled"), `${name} is disabled`).toBe(false);
    expectFillable(form, typed, (one) => isSeen(one, this.#unfolded));
    const unpressed = form.button?.get("name");
    const pressed = button.get("name");
    const values = {
      ...typed,
      ...forged,
      ...(unpressed && { [unpressed]: null }),
      ...(pressed && { [pressed]: button.get("value") ?? "" }),
    };
    const sender = { port, last: this.#last, request: this.#request.bind(this) };
    const { origin } = this;
    this.#note(this.#nameOf(button), [button]);
    this.#fragment = "";
    if (form.method === "get") return this.goto(addressOf(form, values), expected);
    this.#send = () => send(sender, form, values, origin);
    await this.#show(this.path, await this.#send(), expected);
  }

  /** Sends the last form again with the same values, as a reload of its answer does. */
  async again(): Promise<void> {
    await this.#show(this.path, await this.#send(), {});
  }

  /** Presses the first summary, or button of a popover or dialog, with this name: what it opens is seen from now on. */
  unfold(name: Name): void {
    const openers = [...this.#named("summary", name), ...this.#named("button", name)];
    const opener = openers.find((one) => openedBy(one, this.#root));
    const opened = opener && openedBy(opener, this.#root);
    if (!opened) throw new Error(`nothing that ${name} opens on ${this.path}: ${this.text}`);
    this.#unfolded.set(opened, opener);
    this.#note(this.#nameOf(opener), []);
  }

  /** For sight.ts; without `places`, what is open is looked at. */
  #note(what: string, places: Element[]): void {
    const { origin, html, path } = this;
    const placeOf = (one: Element): Place => {
      const id = one.get("id");
      if (id) return { css: `[id="${id}"]`, nth: 0 };
      return { css: one.tag, nth: this.#root.find(({ tag }) => tag === one.tag).indexOf(one) };
    };
    const folds = [...this.#unfolded].map(([opened, opener]) => ({ opener: placeOf(opener), opened: placeOf(opened) }));
    note({ origin, path: path + this.#fragment, html, folds, places: places.map(placeOf), what });
  }

  get html(): string {
    return this.#last.text;
  }

  get origin(): string {
    return `http://${this.host}:${port}`;
  }

  get title(): string {
    return this.anywhere(({ tag }) => tag === "title")[0]?.text ?? "";
  }

  /** Of the first level, in the main part. */
  get heading(): string | undefined {
    return this.all(({ tag }) => tag === "h1")[0]?.text;
  }

  /** Elements of the whole document, hidden ones included. */
  anywhere(match: (element: Element) => boolean): Element[] {
    return this.#root.find(match);
  }

  /** Makes a call of the JSON API like the pages do; the shown page stays. */
  async call<Said = unknown>(
    path: string,
    data?: object,
    method = data ? "POST" : "GET",
  ): Promise<{ status: number; json: Said }> {
    const shown = this.#last;
    const headers = { origin: this.origin, accept: "application/json", ...(data && { "content-type": "application/json" }) };
    const { status, text } = await this.#request(method, path, data && JSON.stringify(data), headers);
    this.#last = shown;
    return { status, json: (text ? JSON.parse(text) : null) as Said };
  }

  /** Text of the main part, without white space at its ends. */
  get text(): string {
    return seenText(this.#main, this.#unfolded);
  }

  /** Value of the field in the main part, as the server sent it. */
  value(name: string): string | undefined {
    const [field] = this.all((one) => one.get("name") === name && one.get("type") !== "hidden");
    if (field?.tag === "select") return field.find((one) => one.has("selected"))[0]?.get("value");
    return field?.tag === "textarea" ? field.children.join("") : field?.get("value");
  }

  /** Elements of the main part. */
  all(match: (element: Element) => boolean): Element[] {
    return this.#main.find((one) => match(one) && isSeen(one, this.#unfolded));
  }

  /** Looks into what the layout shows beside the main part, an open dialog or a note with this text, until the next page. */
  enter(text: string): void {
    const beside = (one: Element) => (one.tag === "dialog" && one.has("open")) || one.get("role") === "status";
    const found = this.anywhere((one) => beside(one) && one.text.includes(text));
    expect(found, `${text} beside the main part of ${this.path}`).toHaveLength(1);
    this.#beside = found[0];
  }

  /** The provider's pages have none. */
  get #main(): Element {
    if (this.#beside) return this.#beside;
    return this.#root.find(({ tag }) => tag === "main")[0] ?? this.#root;
  }

  /** Fails unless each of these stands on the page. Elements inside a sentence make no difference. */
  shows(...texts: string[]): void {
    for (const text of texts) expect(spaceless(this.text), this.path).toContain(spaceless(text));
  }

  /** Fails if the document contains one of these texts, hidden text included. */
  lacks(...texts: string[]): void {
    for (const text of texts) expect(spaceless(this.#root.text), this.path).not.toContain(spaceless(text));
  }

  buttons(name: Name): Element[] {
    return this.#named("button", name);
  }

  #named(tag: string, name: Name): Element[] {
    const isNamed = (called: string) => (typeof name === "string" ? called === name : name.test(called));
    return this.all((one) => one.tag === tag && isNamed(this.#nameOf(one)));
  }

  #nameOf(one: Element): string {
    return one.get("aria-label") ?? seenText(one, this.#unfolded);
  }

  #formOf(button: Element): PageForm | undefined {
    return this.#forms.find(({ controls }) => controls.includes(button));
  }

  #pathAt(address: string): string {
    const url = new URL(address, `http://${this.host}:${port}${this.path}`);
    this.host = url.hostname;
    return url.pathname + url.search;
  }

  #last: Answer = { status: 0, headers: {}, text: "" };

  async #request(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Record<string, string | string[]> = {},
  ): Promise<Answer> {
    const cookies = this.#jars.get(this.host) ?? new Map<string, string>();
    this.#jars.set(this.host, cookies);
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const host = `${this.host}:${port}`;
    const answer = await ask({
      port,
      method,
      path,
      body,
      headers: { host, cookie, accept: "text/html", ...this.headers, ...headers },
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    this.#last = answer;
    return answer;
  }

  async #show(from: string, first: Answer, { status }: Expected): Promise<void> {
    let answer = first;
    let path = this.#pathAt(from);
    for (let times = 0; answer.headers.location; times++) {
      expect(times, `redirects to ${answer.headers.location}`).toBeLessThan(MOST_REDIRECTS);
      this.path = path;
      path = this.#pathAt(answer.headers.location);
      answer = await this.#request("GET", path);
    }
    this.path = path;
    if (status) expect(answer.status, path).toBe(status);
    else expect(answer.status, path).toBeLessThan(400);
    const { root, forms } = pageOf(path, answer.text);
    this.#root = root;
    this.#beside = undefined;
    this.#forms = forms;
    this.#unfolded.clear();
  }
}

function spaceless(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

interface Options {
  gender?: Newcomer["gender"];
  credits?: number;
  confirmed?: boolean;
  host?: Host;
}

/** A new member with a browser that draws nothing. */
export async function plainMember(
  name: string,
  { gender = "female", host, ...options }: Options = {},
): Promise<{ page: PlainBrowser; who: Newcomer; id: string }> {
  const who = newcomer(name, gender);
  const id = await insertMember(who, { host, ...options });
  return { page: await PlainBrowser.of(id, host), who, id };
}
