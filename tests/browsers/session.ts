import { expect } from "vitest";

/** A step may wait this long (ms): the machine may be busy with other work. */
const PATIENCE = 30_000;
/** Between two looks (ms). */
const PAUSE = 100;

export type Reference = Record<string, unknown>;

/** What an engine's protocol offers: WebDriver BiDi or WebDriver. */
export interface Driver {
  navigate(url: string): Promise<void>;
  /** Runs a function's source in the page; an element comes back as a reference. */
  call(source: string, args: unknown[]): Promise<unknown>;
  click(element: Reference): Promise<void>;
  type(element: Reference, text: string): Promise<void>;
  attach(element: Reference, files: string[]): Promise<void>;
  /** Size of the page's own window in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  addCookie(name: string, value: string, url: string): Promise<void>;
  /** Brings the window to the front and gives it the focus. */
  activate(): Promise<void>;
  /** Errors of the console since the session began. A form may have led to a page that nothing listens on. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** The first shown element with this text or name, null without one. A dialog in front comes first. */
const FIND = String(function find(selector: string, text: string | null): Element | null {
  const clean = (words: string | null | undefined) => (words ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) => clean(element.getAttribute("aria-label")) || clean(element.textContent);
  const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const front = shown.filter((element) => element.closest("dialog[open], :popover-open"));
  const named = [...front, ...shown];
  if (text === null) return named[0] ?? null;
  return named.find((element) => nameOf(element) === text) ?? named.find((element) => nameOf(element).includes(text)) ?? null;
});

/** A person's browser: looks until what it waits for is there. */
export class Session {
  private readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  async goto(url: string): Promise<void> {
    await this.driver.navigate(url);
  }

  /** The page runs the function's source: it sees its arguments only. */
  async run<Args extends unknown[], Result>(body: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    return (await this.driver.call(String(body), args)) as Awaited<Result>;
  }

  /** Waits for a shown element. */
  async see(selector: string, text: string | null = null): Promise<Reference> {
    return this.until(`${selector} ${text ?? ""} is shown`, () => this.find(selector, text));
  }

  /** Waits until no shown element is left. */
  async gone(selector: string, text: string | null = null): Promise<void> {
    await this.until(`${selector} ${text ?? ""} is gone`, async () => (await this.find(selector, text)) === null);
  }

  async click(selector: string, text: string | null = null): Promise<void> {
    await this.until(`${selector} ${text ?? ""} can be clicked`, async () => {
      const element = await this.find(selector, text);
      if (element) await this.driver.click(element);
      return element !== null;
    });
  }

  /** Replaces what a field holds, by keys. */
  async fill(selector: string, text: string): Promise<void> {
    const field = await this.see(selector);
    await this.run((at) => document.querySelector<HTMLInputElement>(at)?.select(), selector);
    await this.driver.type(field, text);
  }

  async choose(selector: string, value: string): Promise<void> {
    await this.see(selector);
    await this.run(
      (at, chosen) => {
        const select = document.querySelector(at) as unknown as HTMLSelectElement | null;
        if (!select) return;
        select.value = chosen;
        for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
      },
      selector,
      value,
    );
  }

  async attach(selector: string, file: string): Promise<void> {
    const input = await this.until(`${selector} is there`, () => this.query(selector));
    await this.driver.attach(input, [file]);
  }

  /** Waits for an address; returns it. */
  async at(pattern: RegExp): Promise<URL> {
    const address = await this.until(`the address is ${pattern}`, async () => {
      const shown = await this.run(() => (document.readyState === "complete" ? location.href : ""));
      return pattern.test(shown) && shown;
    });
    return new URL(address);
  }

  /** Waits until React runs on the page, and its socket may be open. */
  async alive(): Promise<void> {
    await this.until("the page is hydrated", () =>
      this.run(() => {
        type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
        const [, root] = Object.entries(document).find(([name]) => name.startsWith("__reactContainer")) ?? [];
        return (root as Root | undefined)?.stateNode.current.memoizedState.isDehydrated === false;
      }),
    );
  }

  async resize(width: number, height = 800): Promise<void> {
    await this.driver.resize(width, height);
    await this.until(`the page is ${width} px wide`, () => this.run((wide) => innerWidth === wide, width));
  }

  addCookie(name: string, value: string, url: string): Promise<void> {
    return this.driver.addCookie(name, value, url);
  }

  /** The person turns to this window. */
  async front(): Promise<void> {
    await this.driver.activate();
    await this.until("the window has the focus", () => this.run(() => document.hasFocus()));
  }

  errors(): Promise<string[]> {
    return this.driver.errors();
  }

  close(): Promise<void> {
    return this.driver.close();
  }

  /** What a look finds, once it is neither null nor false. A page that goes away while it is looked at is looked at again. */
  async until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
    const end = Date.now() + PATIENCE;
    for (let last = ""; ; ) {
      const found = await look().catch((error: Error) => {
        last = error.message;
        return null;
      });
      if (found !== null && found !== false) return found;
      if (Date.now() > end) expect.unreachable(`${what}: not within ${PATIENCE / 1000} s. ${last}\n${await this.shown()}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  private async find(selector: string, text: string | null): Promise<Reference | null> {
    return (await this.driver.call(FIND, [selector, text])) as Reference | null;
  }

  private async query(selector: string): Promise<Reference | null> {
    return (await this.driver.call("(at) => document.querySelector(at)", [selector])) as Reference | null;
  }

  private async shown(): Promise<string> {
    const text = await this.run(() => `${location.href}\n${document.querySelector("main")?.textContent.slice(0, 2000)}`).catch(
      String,
    );
    return String(text);
  }
}
