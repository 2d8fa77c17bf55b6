import { tabStorage } from "#app/ui/storage.ts";

export interface Loaded {
  cards: string[];
  next: { href: string; label: string } | null;
}

interface SavedResults {
  member: string;
  from: string;
  loaded: Loaded;
  scroll: number;
  at: number;
  sheets: string;
}

const KEY = "search-results";
/** In ms: links to pictures expire. */
const MAX_AGE = 30 * 60 * 1000;

const sheetsOf = (page: ParentNode) =>
  [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute("href")).join(" ");

/** Of this document, before parts of it load their own. Class names of another build have other rules. */
const SHEETS = typeof document === "undefined" ? "" : sheetsOf(document);

export function saveResults(one: Omit<SavedResults, "at" | "sheets">): void {
  tabStorage.keep(KEY, { ...one, at: Date.now(), sheets: SHEETS } satisfies SavedResults);
}

/** The order of filters depends on the way to the page. */
function ordered(href: string): string {
  const { searchParams } = new URL(href, location.origin);
  searchParams.sort();
  return searchParams.toString();
}

/** Results added to this search before, for `MAX_AGE`. Deletes those of another member who used this tab. */
export function savedResults(member: string, from: string): SavedResults | null {
  const one = tabStorage.read<SavedResults>(KEY);
  if (one && one.member !== member) tabStorage.drop(KEY);
  const isOfThisPage = one?.member === member && one.sheets === SHEETS && ordered(one.from) === ordered(from);
  return isOfThisPage && Date.now() - one.at < MAX_AGE ? one : null;
}

/** Cards and the way on of a page of results; cards that are shown already are left out. Null for a page of other style sheets. */
export function parsePage(
  html: string,
  isShown: (id: string) => boolean,
): { cards: string; count: number; next: Loaded["next"] } | null {
  const page = parsed(html);
  if (sheetsOf(page) !== SHEETS) return null;
  const link = page.querySelector<HTMLAnchorElement>("[data-more]");
  const cards = newCards(page.querySelector("[data-results] ul"), isShown);
  return {
    cards: cards.join(""),
    count: cards.length,
    next: link && { href: link.getAttribute("href") ?? "", label: link.textContent ?? "" },
  };
}

export function unshown(cards: string, isShown: (id: string) => boolean): string {
  return newCards(parsed(`<ul>${cards}</ul>`).querySelector("ul"), isShown).join("");
}

/** A document of `DOMParser` would apply inline styles, which our policy refuses and reports. */
function parsed(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

function newCards(list: Element | null, isShown: (id: string) => boolean): string[] {
  const cards = [...(list?.children ?? [])].filter((card) => !isShown(card.querySelector("a[id]")?.id ?? ""));
  return cards.map((card) => card.outerHTML);
}
