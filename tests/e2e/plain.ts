import { expect } from "vitest";
import { type PageForm, pageOf } from "#tests/contract/forms.ts";
import { type Answer, ask } from "#tests/contract/http.ts";
import { type Element, parseHtml } from "#tests/setup/html.ts";
import { insertMember, newSession } from "./fixtures.ts";
import { port } from "./product.ts";
import { type Newcomer, newcomer } from "./steps.ts";

/** Redirects of one press; a browser follows 20. */
const MOST_REDIRECTS = 5;

type Name = string | RegExp;
type Host = NonNullable<Parameters<typeof newSession>[1]>["host"];

/**
 * A browser without scripts that draws nothing: it opens pages, follows links and sends forms. A page costs a tenth of one in Chromium.
 * It sees all text of a page, also what a closed dialog or a style sheet hides.
 */
export class PlainBrowser {
  readonly cookies = new Map([["dismissed", "entry-t0"]]);
  /** Host of the next request; redirects change it. */
  host: string;
  /** Path and query of the shown page. */
  path = "";
  #root: Element = parseHtml("");
  #forms: PageForm[] = [];

  /** Its cookies go to no other host. */
  readonly #home: string;

  constructor(host = "localhost") {
    this.host = host;
    this.#home = host;
  }

  /** Opens a path, or an address at another host. */
  async goto(address: string): Promise<void> {
    await this.#show(address, await this.#request("GET", this.#pathAt(address)));
  }

  async follow(name: Name): Promise<void> {
    await this.goto(this.link(name));
  }

  /** Address of the only link with this name. */
  link(name: Name): string {
    const found = new Set(this.#named("a", name).map((link) => link.get("href") ?? ""));
    expect([...found], `links ${name} on ${this.path}`).toHaveLength(1);
    return [...found][0] ?? "";
  }

  /** Presses the first button with this name in a form, after these values have been typed or chosen; null unchecks. */
  async press(name: Name, typed: Record<string, string | null> = {}): Promise<void> {
    const button = this.#named("button", name).find((one) => this.#formOf(one));
    const form = button && this.#formOf(button);
    if (!form) throw new Error(`no button ${name} in a form on ${this.path}: ${this.text}`);
    expect(button.has("disabled"), `${name} is disabled`).toBe(false);
    const unpressed = form.button?.get("name");
    const pressed = button.get("name");
    const values = {
      ...typed,
      ...(unpressed && { [unpressed]: null }),
      ...(pressed && { [pressed]: button.get("value") ?? "" }),
    };
    const sender = { port, last: this.#last, request: this.#request.bind(this) };
    const { origin } = new URL(`http://${this.host}:${port}`);
    await this.#show(this.path, await form.submit(sender, values, { origin, referer: origin + this.path }));
  }

  get html(): string {
    return this.#last.text;
  }

  /** Text of the main part, without white space at its ends. */
  get text(): string {
    return this.#main.text;
  }

  /** Value of the field in the main part, as the server sent it. */
  value(name: string): string | undefined {
    const [field] = this.all((one) => one.get("name") === name && one.get("type") !== "hidden");
    return field?.tag === "textarea" ? field.children.join("") : field?.get("value");
  }

  /** Elements of the main part. */
  all(match: (element: Element) => boolean): Element[] {
    return this.#main.find(match);
  }

  /** The provider's pages have none. */
  get #main(): Element {
    return this.#root.find(({ tag }) => tag === "main")[0] ?? this.#root;
  }

  /** Fails unless each of these stands on the page. Elements inside a sentence make no difference. */
  shows(...texts: string[]): void {
    for (const text of texts) expect(spaceless(this.text), this.path).toContain(spaceless(text));
  }

  /** Fails if one of these stands on the page. */
  lacks(...texts: string[]): void {
    for (const text of texts) expect(spaceless(this.text), this.path).not.toContain(spaceless(text));
  }

  buttons(name: Name): Element[] {
    return this.#named("button", name);
  }

  #named(tag: string, name: Name): Element[] {
    const called = (one: Element) => one.get("aria-label") ?? one.text;
    return this.all((one) => one.tag === tag && (typeof name === "string" ? called(one) === name : name.test(called(one))));
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
    const isHome = this.host === this.#home;
    const cookie = isHome ? [...this.cookies].map((pair) => pair.join("=")).join("; ") : "";
    const host = `${this.host}:${port}`;
    const answer = await ask({ port, method, path, body, headers: { host, cookie, accept: "text/html", ...headers } });
    for (const line of (isHome && answer.headers["set-cookie"]) || []) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    this.#last = answer;
    return answer;
  }

  async #show(from: string, first: Answer): Promise<void> {
    let answer = first;
    let path = this.#pathAt(from);
    for (let times = 0; answer.headers.location; times++) {
      expect(times, `redirects to ${answer.headers.location}`).toBeLessThan(MOST_REDIRECTS);
      this.path = path;
      path = this.#pathAt(answer.headers.location);
      answer = await this.#request("GET", path);
    }
    this.path = path;
    const { root, forms } = pageOf(path, answer.text);
    this.#root = root;
    this.#forms = forms;
  }
}

function spaceless(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

interface Options {
  gender?: Newcomer["gender"];
  credits?: number;
  host?: Host;
}

/** A new member with a browser that draws nothing. */
export async function plainMember(
  name: string,
  { gender = "female", host, ...options }: Options = {},
): Promise<{ page: PlainBrowser; who: Newcomer; id: string }> {
  const who = newcomer(name, gender);
  const id = await insertMember(who, { host, ...options });
  const page = new PlainBrowser(host);
  page.cookies.set("session", await newSession(id, { host }));
  return { page, who, id };
}
