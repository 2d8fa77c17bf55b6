"use client";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import css from "./control.module.css";

export type RevealProps = {
  /** Id of the password field. */
  field: string;
  label: string;
};

/**
 * Shows a password as it is typed. Pressed or not says whether it does: a name that changed with it would say so twice, and
 * the opposite. Not there until scripts are: a button that does nothing would be worse than none.
 */
export function Reveal({ field, label }: RevealProps) {
  const [shown, setShown] = useState<boolean | null>(null);
  useEffect(() => {
    setShown(false);
    const form = inputOf(field)?.form;
    // Sent as a password, so that the browser offers to keep it and nothing else does.
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
