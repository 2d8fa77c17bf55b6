"use client";
import { useEffect, useState } from "react";
import { beginWait, endAllWaits, isBusy, watchBusy } from "./busy.ts";
import { keyOf } from "./keys.ts";
import { type BarState, LoadingBarLine } from "./loading-bar.tsx";

// In ms; the style sheet sets the growth of 5 s.
const THROTTLE = 200;
const HIDE_DELAY = 500;
/** In ms: a cancelled navigation fires no event. */
const GIVE_UP = 30_000;

/** Line at the top during navigations and form posts; hidden for the first 200 ms. */
export function LoadingBar() {
  const [state, setState] = useState<BarState>("hidden");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: BarState = "hidden";
    const show = (next: BarState) => {
      shown = next;
      setState(next);
    };
    const unwatch = watchBusy(() => {
      clearTimeout(timer);
      if (isBusy()) {
        if (shown !== "loading") timer = setTimeout(() => show("loading"), THROTTLE);
      } else if (shown === "loading") {
        show("done");
        timer = setTimeout(() => show("hidden"), HIDE_DELAY);
      } else if (shown === "done") {
        timer = setTimeout(() => show("hidden"), HIDE_DELAY);
      }
    });
    const unleave = watchLeaving();
    return () => {
      clearTimeout(timer);
      unwatch();
      unleave();
    };
  }, []);
  return <LoadingBarLine state={state} />;
}

function watchLeaving(): () => void {
  const over = new AbortController();
  const { signal } = over;
  const leave = () => {
    setTimeout(beginWait(), GIVE_UP);
  };
  addEventListener(
    "pageshow",
    (event) => {
      if (event.persisted) endAllWaits();
    },
    { signal },
  );
  addEventListener("keydown", (event) => keyOf(event) === "Escape" && endAllWaits(), { signal });
  const { navigation } = window as { navigation?: EventTarget };
  if (navigation) {
    navigation.addEventListener(
      "navigate",
      (event) => {
        const { hashChange, downloadRequest, destination } = event as Event & NavigateDetails;
        if (!hashChange && downloadRequest === null && !destination.sameDocument) leave();
      },
      { signal },
    );
    return () => over.abort();
  }
  // Fallback without the Navigation API. Later listeners may still prevent the click.
  addEventListener("click", (event) => queueMicrotask(() => isLeavingLink(event) && leave()), { signal });
  addEventListener("submit", (event) => queueMicrotask(() => isLeavingForm(event) && leave()), { signal });
  return () => over.abort();
}

interface NavigateDetails {
  hashChange: boolean;
  downloadRequest: string | null;
  destination: { sameDocument: boolean };
}

function isLeavingLink(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download") || !/^https?:$/.test(link.protocol)) return false;
  return !link.hash || link.href.split("#")[0] !== location.href.split("#")[0];
}

function isLeavingForm(event: SubmitEvent): boolean {
  const form = event.target as HTMLFormElement;
  return !event.defaultPrevented && form.method !== "dialog" && (!form.target || form.target === "_self");
}
