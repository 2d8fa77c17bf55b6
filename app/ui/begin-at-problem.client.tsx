"use client";
import { useEffect, useRef } from "react";

/** What says that something is wrong: the message for a form as a whole, a field, several under one legend. */
const PROBLEMS = '[role="alert"][tabindex], [aria-invalid="true"], fieldset[aria-describedby*="-error"]';

/**
 * A form's refusal begins with what is wrong: that gets the focus, and so is in view and read out. In a page that was loaded
 * the browser sees to it (`autofocus`); this does it in one that stays. `refusal` is another with every answer, or none.
 */
export function BeginAtProblem({ refusal }: { refusal: string | null }) {
  const known = useRef(refusal);
  useEffect(() => {
    if (known.current === refusal) return;
    known.current = refusal;
    if (refusal === null) return;
    for (const problem of document.querySelectorAll<HTMLElement>(PROBLEMS)) {
      // What is folded away, or lies behind a modal, does not take it.
      problem.focus();
      if (document.activeElement === problem) return;
    }
  }, [refusal]);
  return null;
}
