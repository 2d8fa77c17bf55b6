"use client";
import { useEffect, useRef } from "react";

/** Focus targets: marked elements, invalid fields, invalid groups. */
const BEGINNINGS = '[data-first], [aria-invalid="true"], fieldset[aria-describedby*="-error"]';

/** Focuses a form's response after a client navigation; documents use `autofocus`. `answer` changes with every response. */
export function FocusResponse({ answer }: { answer: string | null }) {
  const known = useRef(answer);
  useEffect(() => {
    if (known.current === answer) return;
    known.current = answer;
    if (answer === null) return;
    for (const beginning of document.querySelectorAll<HTMLElement>(BEGINNINGS)) {
      // Hidden and inert elements reject the focus.
      beginning.focus();
      if (document.activeElement === beginning) return;
    }
  }, [answer]);
  return null;
}
