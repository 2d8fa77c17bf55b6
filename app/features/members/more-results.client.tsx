"use client";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import grid from "./member-grid.module.css";
import css from "./more-results.module.css";
import { keep, kept, type Loaded, parsePage, unshown } from "./more-results.shared.ts";

type Props = { member: string; search: string; href: string; label: string; failed: string };

/** In pixels before the end of the list. */
const AHEAD = 800;

const isShown = (id: string) => id !== "" && document.getElementById(id) !== null;

/** Adds pages while scrolling; a reload restores them. Without scripts the link opens the next page. */
export function MoreResults({ member, search, href, label, failed }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Loaded>({ cards: [], next: { href, label } });
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");
  const { cards, next } = loaded;

  useEffect(() => {
    const before = kept(member, search);
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
      const response = await fetch(next.href, { headers: { accept: "text/html" } });
      if (!response.ok) throw new Error(String(response.status));
      const page = parsePage(await response.text(), isShown);
      setLoaded((before) => ({ cards: [...before.cards, page.cards], next: page.next }));
      setState("ready");
    } catch {
      setState("failed"); // the link tries again
    }
  };

  // Pages are added ahead of scrolling only; after a failure the link tries again.
  useEffect(() => {
    const box = end.current;
    if (!box || !next || state !== "ready") return;
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && void more(), {
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
    void more();
  };

  return (
    <>
      {cards.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added at the end
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cards that this site has rendered
        <ul className={`${grid.list} ${grid.grid}`} dangerouslySetInnerHTML={{ __html: page }} key={index} />
      ))}
      <div aria-busy={state === "loading"} className={css.end} ref={end}>
        {state === "failed" && <p role="alert">{failed}</p>}
        {next && (
          <a aria-disabled={state === "loading"} className={css.more} data-more="" href={next.href} onClick={press} rel="next">
            {next.label}
          </a>
        )}
      </div>
    </>
  );
}
