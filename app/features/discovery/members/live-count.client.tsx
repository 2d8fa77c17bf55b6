"use client";
import { useEffect, useRef, useState } from "react";
import { authorHeaders, isRefused } from "#app/ui/author.ts";
import { createCountAsks } from "./count-asks.client.ts";

type Count = { count: number; exact: boolean; least: boolean };
type Props = { language: string; words: Record<"search" | "count" | "about" | "least" | "many" | "none", string> };

const MOST = 1000;

/** Number of members that fit the form around it, once it changes. Shows none while the search has not answered. */
export function LiveCount({ language, words }: Props) {
  const here = useRef<HTMLSpanElement>(null);
  const [now, setNow] = useState<Count | null>(null);
  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    const { changed, stop } = createCountAsks((signal) => countOf(form, signal), setNow);
    form.addEventListener("input", changed);
    return () => {
      form.removeEventListener("input", changed);
      stop();
    };
  }, []);
  return (
    <span aria-live="polite" ref={here}>
      {now ? wordsOf(now, language, words) : words.search}
    </span>
  );
}

async function countOf(form: HTMLFormElement, signal: AbortSignal): Promise<Count | null> {
  const response = await fetch(`/api/members.php?${queryOf(form)}`, { signal, headers: authorHeaders() });
  if (isRefused(response) || !response.ok) return null; // a refused field has its error on the page that follows
  const answer = (await response.json()) as { numResults: number; numResultsExact?: boolean; numResultsLeast?: boolean };
  return { count: answer.numResults, exact: answer.numResultsExact ?? true, least: answer.numResultsLeast ?? false };
}

/** Repeated fields are one, separated by commas. */
function queryOf(form: HTMLFormElement): string {
  const fields = new Map<string, string>();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") fields.set(name, [fields.get(name), value].filter(Boolean).join(","));
  }
  return new URLSearchParams([...fields, ["only", "count"]]).toString();
}

function wordsOf({ count, exact, least }: Count, language: string, words: Props["words"]): string {
  if (count === 0) return words.none;
  if (count > MOST) return words.many;
  const rounded = exact || least ? count : Number(count.toPrecision(2));
  return words[least ? "least" : exact ? "count" : "about"].replace("{{count}}", new Intl.NumberFormat(language).format(rounded));
}
