"use client";
import { useEffect } from "react";

export interface FlashMessageProps {
  /** The query parameter that a form led back with. */
  param: string;
  /** The message's id: it takes the focus, and so is in view and read out. */
  id?: string;
  /** Changes with every answer of the page. */
  at: number;
}

/** Drops the message's mark from the URL, so that a reload does not repeat it. */
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
