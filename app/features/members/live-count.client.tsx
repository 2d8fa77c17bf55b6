"use client";
import { useEffect, useRef, useState } from "react";

type Count = { count: number; exact: boolean };
type Props = { language: string; words: Record<"search" | "count" | "about" | "many" | "none", string> };

/** In ms: a slider sends many changes. */
const QUIET = 350;
const MOST = 1000;

/** Number of members that fit the form around it, once it changes. Shows none while the search has not answered. */
export function LiveCount({ language, words }: Props) {
  const here = useRef<HTMLSpanElement>(null);
  const [now, setNow] = useState<Count | null>(null);
  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      try {
        const response = await fetch(`/api/members.php?${queryOf(form)}`, { signal: asked.signal });
        if (!response.ok) return; // a refused field has its error on the page that follows
        const answer = (await response.json()) as { numResults: number; numResultsExact?: boolean };
        setNow({ count: answer.numResults, exact: answer.numResultsExact ?? true });
      } catch {
        // A later change cancels; offline there is no number.
      }
    };
    const changed = () => {
      clearTimeout(timer);
      setNow(null); // the number belongs to the form before the change
      timer = setTimeout(ask, QUIET);
    };
    form.addEventListener("input", changed);
    return () => {
      form.removeEventListener("input", changed);
      clearTimeout(timer);
      asked.abort();
    };
  }, []);
  return (
    <span aria-live="polite" ref={here}>
      {now ? wordsOf(now, language, words) : words.search}
    </span>
  );
}

/** Repeated fields are one, separated by commas. */
function queryOf(form: HTMLFormElement): string {
  const fields = new Map<string, string>();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") fields.set(name, [fields.get(name), value].filter(Boolean).join(","));
  }
  return new URLSearchParams([...fields, ["only", "count"]]).toString();
}

function wordsOf({ count, exact }: Count, language: string, words: Props["words"]): string {
  if (count === 0) return words.none;
  if (count > MOST) return words.many;
  const rounded = exact ? count : Number(count.toPrecision(2));
  return words[exact ? "count" : "about"].replace("{{count}}", new Intl.NumberFormat(language).format(rounded));
}
