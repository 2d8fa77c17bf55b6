"use client";
import { useEffect } from "react";

export interface FlashMessageProps {
  /** The query parameter that a form led back with. */
  param: string;
  /** What says so: it gets the focus, and so is in view and read out. */
  id?: string;
  /** Changes with every answer of the page. */
  at: number;
}

/** Says once what the address asks to be said: a reload of the page does not say it again. */
export function FlashMessage({ param, id, at }: FlashMessageProps) {
  useEffect(() => {
    const url = new URL(location.href);
    if (at === 0 || !url.searchParams.has(param)) return;
    url.searchParams.delete(param);
    history.replaceState(history.state, "", url);
    const message = id && document.getElementById(id);
    if (!message) return;
    message.focus({ preventScroll: true });
    message.scrollIntoView({ block: "center" });
  }, [param, id, at]);
  return null;
}
