"use client";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import css from "./control.module.css";

export type RevealProps = {
  field: string;
  label: string;
};

/** Shows the typed password. `aria-pressed` holds the state, so the label stays the same. Absent without scripts. */
export function Reveal({ field, label }: RevealProps) {
  const [shown, setShown] = useState<boolean | null>(null);
  useEffect(() => {
    setShown(false);
    const form = inputOf(field)?.form;
    // Submitted as a password field, so that the browser offers to save it.
    const conceal = () => setShown(false);
    form?.addEventListener("submit", conceal);
    return () => form?.removeEventListener("submit", conceal);
  }, [field]);
  useEffect(() => {
    const input = inputOf(field);
    if (input && shown !== null) input.type = shown ? "text" : "password";
  }, [field, shown]);
  return (
    <Button
      aria-controls={field}
      aria-pressed={shown ?? false}
      className={css.reveal}
      hidden={shown === null}
      icon={shown ? "eye-off" : "eye"}
      iconOnly
      onClick={() => setShown((now) => !now)}
      type="button"
      variant="quiet"
    >
      {label}
    </Button>
  );
}

function inputOf(id: string): HTMLInputElement | null {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement ? input : null;
}
