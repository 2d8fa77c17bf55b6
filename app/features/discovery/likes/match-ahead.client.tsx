"use client";
import { useEffect, useRef } from "react";
import { preinit } from "react-dom";
import { isBusy, PAUSE, watchBusy } from "#app/ui/busy.ts";
import { Button } from "#app/ui/button.tsx";
import { watchFailedSubmit } from "#app/ui/failed-submit.ts";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import css from "./like-dialog.module.css";
import { type Face, MatchMoment } from "./match-moment.shared.tsx";

export interface MatchAheadProps {
  theirs: Face;
  mine: Face;
  sheets: string[];
  texts: { matched: string; match: string; close: string };
  onClose(): void;
}

/** In ms, as the style sheet fades it out. */
const FADE = 260;

/** The match moment before the answer: the liked member already likes. The page of the match takes its place. */
export function MatchAhead({ theirs, mine, sheets, texts, onClose }: MatchAheadProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    title.current?.focus();
    return watchOutcome((confirmed) => {
      if (confirmed) return onClose();
      dialog.current?.setAttribute("data-refused", "");
      setTimeout(onClose, FADE);
    });
  }, [onClose]);
  return (
    <dialog aria-labelledby="match-ahead" className={css.dialog} onClose={onClose} ref={dialog}>
      <LaterSheets sheets={sheets} />
      <form className={css.closing} method="dialog" noValidate>
        <Button className={css.close} icon="close" iconOnly variant="quiet">
          {texts.close}
        </Button>
      </form>
      <div className={css.match}>
        <MatchMoment
          mine={mine}
          text={texts.match.replaceAll("{{name}}", () => theirs.name)}
          theirs={theirs}
          title={texts.matched}
          titleId="match-ahead"
          titleRef={title}
        >
          <div aria-hidden="true" className={css.waiting}>
            <i />
            <i />
            <i />
            <i />
          </div>
        </MatchMoment>
      </div>
    </dialog>
  );
}

/** True once the page's own match dialog is there; false after a failure, or when the like ends without one. */
function watchOutcome(tell: (confirmed: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stops: (() => void)[] = [];
  const stop = () => {
    clearTimeout(timer);
    for (const one of stops) one();
  };
  const end = (confirmed: boolean) => {
    stop();
    tell(confirmed);
  };
  const look = () => {
    const match = document.getElementById("match");
    if (!match) return;
    match.dataset.follows = "";
    end(true);
  };
  const seen = new MutationObserver(look);
  seen.observe(document.body, { childList: true, subtree: true });
  stops.push(
    () => seen.disconnect(),
    watchFailedSubmit((failed) => failed && end(false)),
    // The page of the match is drawn a moment after the wait has ended.
    watchBusy(() => {
      clearTimeout(timer);
      if (!isBusy()) timer = setTimeout(end, PAUSE, false);
    }),
  );
  // The answer may have come first.
  look();
  return stop;
}

/** Links a sheet and waits for it. */
export async function styled(href: string): Promise<void> {
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
