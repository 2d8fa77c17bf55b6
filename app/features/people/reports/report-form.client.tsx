"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CallError } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { FieldError } from "#app/ui/field.tsx";

/** What the fields of a report say. */
export interface Said {
  /** Undefined before a choice. */
  reason: string | undefined;
  text: string;
  block: boolean;
  form: FormData;
}

interface Props {
  send(said: Said): Promise<void>;
  failed: string;
  children: ReactNode;
}

/** A refused field: what has its id, and where the message stands. The fields themselves are fixed HTML. */
interface Wrong {
  control: HTMLElement;
  place: HTMLElement;
  message: string;
}

/** A press while it sends does nothing. A refusal stands at its field, which takes the focus, or above the fields. */
export function ReportForm({ send, failed, children }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const sending = useRef(false);
  useEffect(() => (wrong ? marked(wrong.control) : undefined), [wrong]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const element = event.currentTarget;
    const form = new FormData(element);
    const { reason, details, block } = Object.fromEntries(form) as Record<string, string>;
    setProblem(null);
    setWrong(null);
    try {
      await send({ reason, text: details ?? "", block: block === "on", form });
    } catch (error) {
      const known = error instanceof CallError ? error : null;
      const field = wrongIn(element, known?.fields[0]);
      setWrong(field);
      setProblem(field ? null : known?.message || failed);
    } finally {
      sending.current = false;
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {problem && <Alert title={problem} tone="error" />}
      {children}
      {wrong && createPortal(<FieldError id={wrong.control.id}>{wrong.message}</FieldError>, wrong.place)}
    </form>
  );
}

function wrongIn(form: HTMLFormElement, error?: { field: string; message: string }): Wrong | null {
  const control = error && form.querySelector<HTMLElement>(`#report-${error.field}`);
  const place = control?.closest("fieldset") ?? control?.parentElement;
  return control && place ? { control, place, message: error.message } : null;
}

/** Marks the field and moves the focus to it. Returns what takes the mark away. */
function marked(control: HTMLElement): () => void {
  const before = control.getAttribute("aria-describedby");
  control.setAttribute("aria-describedby", `${control.id}-error`);
  const isGroup = control instanceof HTMLFieldSetElement;
  if (!isGroup) control.setAttribute("aria-invalid", "true");
  control.focus();
  return () => {
    control.removeAttribute("aria-invalid");
    if (before === null) control.removeAttribute("aria-describedby");
    else control.setAttribute("aria-describedby", before);
  };
}
