import { type ComponentType, useCallback, useEffect, useState } from "react";
import { preinit } from "react-dom";
import { isBusy } from "#app/ui/busy.ts";
import type { MatchAheadProps } from "./match-ahead.client.tsx";
import type { Face } from "./match-moment.shared.tsx";

interface Ahead {
  theirs: Face;
  View: ComponentType<MatchAheadProps>;
}

/** Delay in ms: the page itself loads first. */
const LATER = 1_000;

/** The moment of a match at the press of a like whose member already likes (`data-match`), before the answer. */
export function useMatchAhead(sheets: string[]) {
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const close = useCallback(() => setAhead(null), []);
  const files = sheets.join(" ");
  useEffect(() => {
    const over = new AbortController();
    const load = async () => {
      const [{ MatchAhead }] = await Promise.all([import("./like-dialog-view.client.tsx"), ...files.split(" ").map(styled)]);
      return MatchAhead;
    };
    const timer = setTimeout(() => document.querySelector("form[data-match]") && void load().catch(() => {}), LATER);
    over.signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener(
      "submit",
      ({ target }) => {
        const theirs = (target as HTMLElement).dataset.match;
        if (!theirs) return;
        // No transition: it would wait for the form's. Without its files the page of the match shows it.
        load().then(
          (View) => over.signal.aborted || !isBusy() || setAhead({ theirs: JSON.parse(theirs) as Face, View }),
          () => {},
        );
      },
      { signal: over.signal },
    );
    return () => over.abort();
  }, [files]);
  return { ahead, close };
}

async function styled(href: string): Promise<void> {
  if (!href) return;
  preinit(href, { as: "style", precedence: "part", crossOrigin: "anonymous" });
  const link = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
    (one) => one.getAttribute("href") === href,
  );
  if (!link || link.sheet) return;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", reject, { once: true });
  });
}
