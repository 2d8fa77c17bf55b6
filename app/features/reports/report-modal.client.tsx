"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CallError, call } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { beginWait } from "#app/ui/busy.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import type { CallInput } from "#worker/calls.ts";
import { REPORT_PAGE } from "./report-path.shared.ts";

const ID = "report";
/** In ms: a receipt that does not load. */
const GIVE_UP = 30_000;

interface ReportModalProps {
  /** By kind. */
  titles: Readonly<Record<string, string>>;
  closeLabel: string;
  /** Where the receipt is. */
  receipt: string;
  failed: string;
  children: ReactNode;
}

/** A press on a link to the report page opens this dialog; with a modifier key it stays a link. */
export function ReportModal({ titles, closeLabel, receipt, failed, children }: ReportModalProps) {
  const [about, setAbout] = useState({ kind: "profile", object: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef(false);
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>(`a[href^="${REPORT_PAGE}?"]`);
      const dialog = document.getElementById(ID);
      const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!link || !(dialog instanceof HTMLDialogElement) || held) return;
      event.preventDefault();
      event.stopPropagation();
      const query = new URL(link.href).searchParams;
      setAbout({ kind: query.get("kind") ?? "", object: query.get("object") ?? "" });
      setProblem(null);
      // The focus goes back to what opened the menu, and so does the dialog's when it closes.
      link.closest<HTMLElement>("[popover]")?.hidePopover();
      dialog.showModal();
    };
    // Before the router, which listens on the document.
    window.addEventListener("click", open, { capture: true });
    return () => window.removeEventListener("click", open, { capture: true });
  }, []);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    // A block ends the chat behind the dialog, whose page must not load again before the receipt does.
    const end = beginWait();
    const form = event.currentTarget;
    const said = new FormData(form);
    const { reason, details, block } = Object.fromEntries(said) as Record<string, string>;
    const input = { ...about, reason, text: details, block: block === "on" } as CallInput<"report">;
    try {
      const { reference } = await call("report", input);
      location.assign(`${receipt}?reference=${reference}`);
      setTimeout(end, GIVE_UP);
    } catch (error) {
      end();
      const known = error instanceof CallError ? error : null;
      setProblem(known?.fields[0]?.message || known?.message || failed);
      if (known?.fields[0]?.field === "text") form.querySelector("textarea")?.focus();
    } finally {
      sending.current = false;
    }
  }

  return (
    <Dialog closeLabel={closeLabel} focusInside id={ID} title={titles[about.kind]}>
      <form className="stack" onSubmit={(event) => void send(event)}>
        {problem && <Alert title={problem} tone="error" />}
        {children}
      </form>
    </Dialog>
  );
}
