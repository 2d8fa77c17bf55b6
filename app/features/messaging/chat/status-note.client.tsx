"use client";
import { useEffect, useState } from "react";
import css from "./status-note.module.css";

/** In ms. */
const SHOWN_FOR = 6_000;

/** A result that disappears by itself. */
export function useStatusNote(start = "") {
  const [note, setNote] = useState(start);
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => setNote(""), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [note]);
  return [note, setNote] as const;
}

export function StatusNote({ text }: { text: string }) {
  return (
    <div className={css.note} role="status">
      {text && <span>{text}</span>}
    </div>
  );
}
