"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CallError, call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { beginWait } from "#app/ui/busy.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import type { CallInput } from "#worker/server/calls.ts";

const ID = "report";
/** In ms: a receipt that does not load. */
const GIVE_UP = 30_000;

export interface ReportModalProps {
  /** Keyed by report kind. */
  titles: Readonly<Record<string, string>>;
  closeLabel: string;
  /** Where the receipt is. */
  receipt: string;
  failed: string;
  sheets: string[];
  children: ReactNode;
}

/** A refused field: what has its id, and where the message stands. The fields themselves are fixed HTML. */
interface Wrong {
  control: HTMLElement;
  place: HTMLElement;
  message: string;
}

export type ReportModalViewProps = ReportModalProps & { about: { kind: string; object: string; author?: string } };

export function ReportModalView({ about, titles, closeLabel, receipt, failed, sheets, children }: ReportModalViewProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const sending = useRef(false);
  const shown = useRef(about);
  shown.current = about;
  useEffect(() => {
    const dialog = document.getElementById(ID);
    if (about.object && dialog instanceof HTMLDialogElement) dialog.showModal();
    return () => {
      setProblem(null);
      setWrong(null);
    };
  }, [about]);
  useEffect(() => (wrong ? marked(wrong.control) : undefined), [wrong]);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    // A block ends the chat behind the dialog, whose page must not load again before the receipt does.
    const end = beginWait();
    const form = event.currentTarget;
    const said = new FormData(form);
    const { reason, details, block } = Object.fromEntries(said) as Record<string, string>;
    const { kind, object, author } = about;
    const sent = (one: object) => call("report", { ...one, reason, text: details, block: block === "on" } as CallInput<"report">);
    try {
      const { reference } = await sent({ kind, object }).catch((error: unknown) => {
        // A block deletes what was said: its author is reported then.
        if (!author || !(error instanceof CallError) || error.code !== "not_found") throw error;
        return sent({ kind: "profile", object: author });
      });
      location.assign(`${receipt}?reference=${reference}`);
      setTimeout(end, GIVE_UP);
    } catch (error) {
      end();
      if (shown.current !== about) return; // another report is open by now
      const known = error instanceof CallError ? error : null;
      const field = wrongIn(form, known?.fields[0]);
      setWrong(field);
      setProblem(field ? null : known?.message || failed);
    } finally {
      sending.current = false;
    }
  }

  return (
    <Dialog closeLabel={closeLabel} focusInside id={ID} title={titles[about.kind]}>
      <LaterSheets sheets={sheets} />
      <form className="stack" onSubmit={(event) => void send(event)} noValidate>
        {problem && <Alert title={problem} tone="error" />}
        {children}
        {wrong && createPortal(<FieldError id={wrong.control.id}>{wrong.message}</FieldError>, wrong.place)}
      </form>
    </Dialog>
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
