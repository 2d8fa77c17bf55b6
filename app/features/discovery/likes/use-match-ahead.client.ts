import { type ComponentType, useCallback, useEffect, useState } from "react";
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
      const { MatchAhead, styled } = await import("./like-dialog-view.client.tsx");
      await Promise.all(files.split(" ").map(styled));
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
