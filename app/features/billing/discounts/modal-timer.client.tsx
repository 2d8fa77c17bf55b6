"use client";
import { useEffect } from "react";
import { isInteracting } from "#app/ui/interacting.ts";
import { deviceStorage, tabStorage } from "#app/ui/storage.ts";
import { type Arrival, staysInArea } from "./area.shared.ts";

/** Session storage key: time of entry into the members area, per tab. */
const ENTERED = "members-area-entered";
/** Local storage key: time when the modal was closed. */
const HIDDEN = "time-bonus-hidden";
/** Retry delay in ms while the reader types or another dialog is open. */
const RETRY = 2000;

export interface ModalTimerProps {
  /** Id of the dialog to open. */
  dialog: string;
  /** In ms since the entry into the area. */
  delay: number;
  /** In ms: end of the offer, sign-up, and server time. */
  endsAt: number;
  signedUpAt: number;
  now: number;
}

/** Opens the dialog once per offer. Leaving the area cancels it. */
export function ModalTimer({ dialog: id, delay, endsAt, signedUpAt, now }: ModalTimerProps) {
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!(dialog instanceof HTMLDialogElement)) return;
    const ahead = now - Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const hide = () => deviceStorage.keep(HIDDEN, Date.now() + ahead);
    // A value from before the sign-up belongs to another member of this device.
    const isHidden = () => (deviceStorage.read<number>(HIDDEN) ?? 0) >= signedUpAt;
    const open = () => {
      if (dialog.hidden || isHidden() || Date.now() + ahead >= endsAt || dialog.open) return;
      if (isInteracting()) timer = setTimeout(open, RETRY);
      else dialog.showModal();
    };
    const wait = (entered: number) => {
      clearTimeout(timer);
      tabStorage.keep(ENTERED, entered);
      timer = setTimeout(open, Math.max(0, entered + delay - Date.now()));
    };
    const comeBack = (event: PageTransitionEvent) => event.persisted && wait(Date.now());
    const follow = (event: MouseEvent) => event.target instanceof Element && event.target.closest("a") && dialog.close();

    const entered = tabStorage.read<number>(ENTERED) ?? 0;
    wait(entered > 0 && entered <= Date.now() && staysInArea(arrival()) ? entered : Date.now());
    dialog.addEventListener("close", hide);
    dialog.addEventListener("click", follow);
    addEventListener("pageshow", comeBack);
    return () => {
      clearTimeout(timer);
      dialog.removeEventListener("close", hide);
      dialog.removeEventListener("click", follow);
      removeEventListener("pageshow", comeBack);
    };
  }, [id, delay, endsAt, signedUpAt, now]);
  return null;
}

function arrival(): Arrival {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return { type: page?.type ?? "navigate", referrer: document.referrer, origin: location.origin };
}
