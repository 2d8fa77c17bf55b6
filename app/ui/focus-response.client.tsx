"use client";
import { useEffect, useRef } from "react";

/** What a page begins with, or a field that is wrong, or several under one legend. */
const BEGINNINGS = '[data-first], [aria-invalid="true"], fieldset[aria-describedby*="-error"]';

/**
 * A form's answer begins with what it says: that gets the focus, and so is in view and read out. In a page that was loaded
 * the browser sees to it (`autofocus`); this does it in one that stays. `answer` is another with every answer, or none.
 */
export function FocusResponse({ answer }: { answer: string | null }) {
  const known = useRef(answer);
  useEffect(() => {
    if (known.current === answer) return;
    known.current = answer;
    if (answer === null) return;
    for (const beginning of document.querySelectorAll<HTMLElement>(BEGINNINGS)) {
      // What is folded away, or lies behind a modal, does not take it.
      beginning.focus();
      if (document.activeElement === beginning) return;
    }
  }, [answer]);
  return null;
}
