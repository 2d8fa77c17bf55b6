"use client";
import { useEffect } from "react";

export interface FlashMessageProps {
  param: string;
  /** Id of the message, which takes the focus. */
  id?: string;
  at: number;
}

/** Removes the parameter from the URL, so that a reload does not repeat the message. */
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
