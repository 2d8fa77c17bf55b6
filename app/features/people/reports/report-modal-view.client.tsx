"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CallError, call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { beginWait } from "#app/ui/busy.ts";
import { Dialog } from "#app/ui/dialog.tsx";
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

export type ReportModalViewProps = ReportModalProps & { about: { kind: string; object: string; author?: string } };

export function ReportModalView({ about, titles, closeLabel, receipt, failed, sheets, children }: ReportModalViewProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef(false);
  const shown = useRef(about);
  shown.current = about;
  useEffect(() => {
    const dialog = document.getElementById(ID);
    if (about.object && dialog instanceof HTMLDialogElement) dialog.showModal();
    return () => setProblem(null);
  }, [about]);

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
      setProblem(known?.fields[0]?.message || known?.message || failed);
      if (known?.fields[0]?.field === "text") form.querySelector("textarea")?.focus();
    } finally {
      sending.current = false;
    }
  }

  return (
    <Dialog closeLabel={closeLabel} focusInside id={ID} title={titles[about.kind]}>
      <LaterSheets sheets={sheets} />
      <form className="stack" onSubmit={(event) => void send(event)}>
        {problem && <Alert title={problem} tone="error" />}
        {children}
      </form>
    </Dialog>
  );
}
