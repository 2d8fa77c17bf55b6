import { type Element, parseHtml } from "#tests/setup/html.ts";
import type { Answer } from "./http.ts";
import type { Person } from "./person.ts";

/** Who opens pages and sends their forms. */
export type Sender = Pick<Person, "request" | "port" | "last">;

const TYPED = new Set(["text", "email", "password", "tel", "search", "url", "number"]);

export interface Page {
  path: string;
  status: number;
  root: Element;
  forms: PageForm[];
}

export class PageForm {
  readonly page: string;
  readonly element: Element;
  readonly controls: Element[];

  constructor(page: string, root: Element, element: Element) {
    this.page = page;
    this.element = element;
    const id = element.get("id");
    this.controls = root.find(
      (one) =>
        ["input", "select", "textarea", "button"].includes(one.tag) &&
        (one.has("form") ? one.get("form") === id && id !== undefined : one.closest(({ tag }) => tag === "form") === element),
    );
  }

  get method(): string {
    return (this.element.get("method") ?? "get").toLowerCase();
  }

  /** Fields that users type into. */
  get typed(): Element[] {
    return this.controls.filter(isTyped);
  }

  get names(): string[] {
    return [...new Set(this.controls.map((one) => one.get("name") ?? "").filter((name) => name && !name.startsWith("$")))];
  }

  /** Identifies the form across pages. */
  get key(): string {
    return `${this.page.split("?")[0]}: ${this.typed.map((one) => one.get("name")).join(" ")}`;
  }

  /** The button that Enter presses. */
  get button(): Element | undefined {
    return this.controls.find((one) => (one.get("type") ?? (one.tag === "button" ? "submit" : "")) === "submit");
  }

  /** Values that a browser sends when only the button is pressed. */
  get values(): [string, string][] {
    const values: [string, string][] = [];
    for (const one of this.controls) {
      const name = one.get("name");
      if (!name || one.has("disabled")) continue;
      const type = typeOf(one);
      if (one.tag === "button") continue;
      if ((type === "checkbox" || type === "radio") && !one.has("checked")) continue;
      if (type === "file") continue;
      if (one.tag === "select") {
        const options = one.find(({ tag }) => tag === "option");
        const chosen = options.find((option) => option.has("selected")) ?? options[0];
        if (chosen) values.push([name, chosen.get("value") ?? chosen.text]);
      } else if (one.tag === "textarea") values.push([name, one.children.join("")]);
      else values.push([name, one.get("value") ?? (type === "checkbox" ? "on" : "")]);
    }
    const button = this.button;
    if (button?.get("name")) values.push([button.get("name") as string, button.get("value") ?? ""]);
    return values;
  }

  /** Where the form is sent to. */
  get address(): string {
    return this.element.get("action") || this.page;
  }

  /** What a browser sends; `typed` replaces values, null omits one. */
  entries(typed: Record<string, string | File | null>): [string, string | File][] {
    const entries: [string, string | File][] = this.values.filter(([name]) => !(name in typed));
    for (const [name, value] of Object.entries(typed)) if (value !== null) entries.push([name, value]);
    return entries;
  }

  /** Submits without JavaScript; `typed` as in `entries`. */
  async submit(
    person: Sender,
    typed: Record<string, string | File | null> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const boundary = "----liaison-form";
    const parts = this.entries(typed).flatMap(([name, value]) => {
      const file = value instanceof File ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : "";
      return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, value, "\r\n"];
    });
    const body = new Uint8Array(await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer());
    return person.request("POST", this.address, body, {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      origin: `http://localhost:${person.port}`,
      "sec-fetch-site": "same-origin",
      referer: `http://localhost:${person.port}${this.page}`,
      ...headers,
    });
  }
}

export function typeOf(control: Element): string {
  return control.tag === "input" ? (control.get("type") ?? "text").toLowerCase() : control.tag;
}

export function isTyped(control: Element): boolean {
  return control.tag === "textarea" || (control.tag === "input" && TYPED.has(typeOf(control)));
}

export async function open(person: Sender, path: string): Promise<Page> {
  const { status, text } = await person.request("GET", path);
  return { path, status, ...pageOf(path, text) };
}

export function pageOf(path: string, html: string): { root: Element; forms: PageForm[] } {
  const root = parseHtml(html);
  return { root, forms: root.find(({ tag }) => tag === "form").map((form) => new PageForm(path, root, form)) };
}

export async function formWith(person: Sender, path: string, field: string): Promise<PageForm> {
  const { forms, status } = await open(person, path);
  const form = forms.find(({ names }) => names.includes(field));
  if (!form) throw new Error(`no form with ${field} on ${path} (${status})`);
  return form;
}

/** All pages reachable by links from `starts`; one page per pattern with ids. */
export async function crawl(person: Sender, starts: string[]): Promise<Page[]> {
  const pages: Page[] = [];
  const seen = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path);
    if (seen.has(kind)) continue;
    seen.add(kind);
    const page = await open(person, path);
    pages.push(page);
    const place = person.last.headers.location;
    const links = page.root.find(({ tag }) => tag === "a").map((link) => link.get("href") ?? "");
    waiting.push(...[...links, ...(place ? [place] : [])].filter((link) => /^\/(?!\/|api\/|media\/|dev\/)/.test(link)));
  }
  return pages;
}

/** The path with its ids and values left out. */
export function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path.split("#")[0] ?? "", "http://x");
  const keys = [...new Set(searchParams.keys())].filter((key) => key !== "next").sort();
  return `${pathname.replace(/\/[\w-]{15,}/g, "/{id}")} ${keys.join()}`;
}
