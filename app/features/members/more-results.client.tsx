"use client";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { counted } from "#app/ui/counted.ts";
import grid from "./member-grid.module.css";
import css from "./more-results.module.css";
import { keep, kept, type Loaded, parsePage, unshown } from "./more-results.shared.ts";

type Props = {
  /** The searching member. */
  member: string;
  search: string;
  href: string;
  label: string;
  language: string;
  texts: { failed: string; end: string; added: Record<string, string> };
};

/** In pixels before the end of the list. */
const AHEAD = 800;
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
  const end = useRef<HTMLDivElement>(null);
  const byScrolling = useRef(0);
  const [added, setAdded] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ cards: [], next: { href, label } });
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");
  const { cards, next } = loaded;

  useEffect(() => {
    const before = isReturn() ? kept(member, search) : null;
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
    const leave = () => keep({ member, from: search, loaded: { cards, next }, scroll: scrollY });
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [member, search, cards, next]);

  const more = async () => {
    if (!next || state === "loading") return;
    setState("loading");
    try {
      const response = await fetch(next.href, { headers: { accept: "text/html", "x-request-type": "client" } });
      if (!response.ok) throw new Error(String(response.status));
      const page = parsePage(await response.text(), isShown);
      setLoaded((before) => ({ cards: [...before.cards, page.cards], next: page.next }));
      setAdded(page.count);
      // A page without new cards would ask for the next one at once.
      if (page.count === 0) byScrolling.current = BY_SCROLLING;
      setState("ready");
    } catch {
      setState("failed"); // the link tries again
    }
  };

  // Pages are added ahead of scrolling only; after a failure the link tries again.
  useEffect(() => {
    const box = end.current;
    if (!box || !next || state !== "ready") return;
    if (byScrolling.current >= BY_SCROLLING) return;
    const reached = () => {
      byScrolling.current++;
      void more();
    };
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && reached(), {
      rootMargin: `${AHEAD}px`,
    });
    const watch = () => watcher.observe(box);
    if (cards.length > 0) watch();
    else addEventListener("scroll", watch, { once: true, passive: true });
    return () => {
      removeEventListener("scroll", watch);
      watcher.disconnect();
    };
  });

  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab or window
    event.preventDefault();
    byScrolling.current = 0;
    void more();
  };

  return (
    <>
      {cards.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added at the end
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cards that this site has rendered
        <ul aria-label={label} className={`${grid.list} ${grid.grid}`} dangerouslySetInnerHTML={{ __html: page }} key={index} />
      ))}
      <div aria-busy={state === "loading"} className={css.end} ref={end}>
        {state === "failed" && <p role="alert">{texts.failed}</p>}
        <p className="visually-hidden" role="status">
          {added > 0 && counted(texts.added, added, language)}
        </p>
        {next && (
          <a aria-disabled={state === "loading"} className={css.more} data-more="" href={next.href} onClick={press} rel="next">
            {next.label}
          </a>
        )}
        {!next && <p className={css.over}>{texts.end}</p>}
      </div>
    </>
  );
}
