"use client";
import { type ReactNode, useEffect } from "react";
import { CallError, call } from "#app/live/client.ts";
import { beginWait } from "#app/ui/busy.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import type { CallInput } from "#worker/server/calls.ts";
import { ReportForm, type Said } from "./report-form.client.tsx";

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
  useEffect(() => {
    const dialog = document.getElementById(ID);
    if (about.object && dialog instanceof HTMLDialogElement) dialog.showModal();
  }, [about]);

  async function send({ reason, text, block }: Said): Promise<void> {
    // A block ends the chat behind the dialog, whose page must not load again before the receipt does.
    const end = beginWait();
    const { kind, object, author } = about;
    const sent = (one: object) => call("report", { ...one, reason, text, block } as CallInput<"report">);
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
      throw error;
    }
  }

  return (
    <Dialog closeLabel={closeLabel} focusInside id={ID} title={titles[about.kind]}>
      <LaterSheets sheets={sheets} />
      {/* Another report begins without the last one's problems. */}
      <ReportForm failed={failed} key={`${about.kind} ${about.object}`} send={send}>
        {children}
      </ReportForm>
    </Dialog>
  );
}
