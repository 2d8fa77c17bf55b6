"use client";
import { useEffect, useRef } from "react";

/** Elements that may take the focus: marked ones, invalid fields, invalid groups. */
const BEGINNINGS = '[data-first], [aria-invalid="true"], fieldset[aria-describedby*="-error"]';

/**
 * Moves the focus to a form's response. A document load has `autofocus`; this serves a client navigation. `answer` changes
 * with every response.
 */
export function FocusResponse({ answer }: { answer: string | null }) {
  const known = useRef(answer);
  useEffect(() => {
    if (known.current === answer) return;
    known.current = answer;
    if (answer === null) return;
    for (const beginning of document.querySelectorAll<HTMLElement>(BEGINNINGS)) {
      // Hidden or inert elements do not take the focus.
      beginning.focus();
      if (document.activeElement === beginning) return;
    }
  }, [answer]);
  return null;
}
