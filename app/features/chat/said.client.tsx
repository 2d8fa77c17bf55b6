"use client";
import { useEffect, useState } from "react";
import css from "./said.module.css";

/** In ms. */
const SAID_FOR = 6_000;

/** A result that leaves by itself. */
export function useSaid() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid] as const;
}

export function Said({ text }: { text: string }) {
  return (
    <div className={css.said} role="status">
      {text && <span>{text}</span>}
    </div>
  );
}
