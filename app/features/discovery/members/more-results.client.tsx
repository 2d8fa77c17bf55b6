"use client";
import { useEffect, useState } from "react";
import { authorHeaders, isRefused } from "#app/ui/author.ts";
import { More } from "#app/ui/more.client.tsx";
import grid from "./member-grid.module.css";
import { type Loaded, parsePage, savedResults, saveResults, unshown } from "./more-results.shared.ts";

type Props = {
  member: string;
  search: string;
  href: string;
  label: string;
  language: string;
  texts: { failed: string; end: string; added: Record<string, string> };
};

/** Pages added by scrolling before the link must be pressed: the footer stays within reach. */
const BY_SCROLLING = 3;

/** Back, reload, or a link to one of the cards; a new visit begins at the top. */
function isReturn(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "back_forward" || visit?.type === "reload" || location.hash.startsWith("#member-");
}

const isShown = (id: string) => id !== "" && document.getElementById(id) !== null;

/** Adds pages by scrolling or the link; back and reload restore them. Without scripts the link opens the next page. */
export function MoreResults({ member, search, href, label, language, texts }: Props) {
  const [loaded, setLoaded] = useState<Loaded>({ cards: [], next: { href, label } });
  const { cards, next } = loaded;

  useEffect(() => {
    const before = isReturn() ? savedResults(member, search) : null;
    if (!before || before.loaded.cards.length === 0) return;
    setLoaded({ ...before.loaded, cards: before.loaded.cards.map((page) => unshown(page, isShown)) });
    // After the cards are in the page: a link to a card leads, else the place of the last visit.
    setTimeout(() => {
      const card = location.hash && document.getElementById(location.hash.slice(1));
      if (card) card.scrollIntoView({ block: "center" });
      else scrollTo(0, before.scroll);
    });
  }, [member, search]);

  useEffect(() => {
    const leave = () => saveResults({ member, from: search, loaded: { cards, next }, scroll: scrollY });
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [member, search, cards, next]);

  const load = async () => {
    if (!next) return 0;
    const response = await fetch(next.href, { headers: { accept: "text/html", "x-request-type": "client", ...authorHeaders() } });
    if (isRefused(response) || !response.ok) throw new Error(String(response.status));
    const page = parsePage(await response.text(), isShown);
    if (page === null) {
      location.assign(next.href);
      return 0;
    }
    setLoaded((before) => ({ cards: [...before.cards, page.cards], next: page.next }));
    return page.count;
  };

  return (
    <>
      {cards.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added at the end
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cards that this site has rendered
        <ul aria-label={label} className={`${grid.list} ${grid.grid}`} dangerouslySetInnerHTML={{ __html: page }} key={index} />
      ))}
      <More begun={cards.length > 0} byScrolling={BY_SCROLLING} language={language} load={load} next={next} texts={texts} />
    </>
  );
}
