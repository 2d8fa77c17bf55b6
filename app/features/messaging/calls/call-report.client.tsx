"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { sendWithProgress } from "#app/features/discovery/photos/upload.client.ts";
import { ReportForm, type Said } from "#app/features/people/reports/report-form.client.tsx";
import type { ReportModalProps } from "#app/features/people/reports/report-modal-view.client.tsx";
import { call } from "#app/live/client.ts";
import { beginWait } from "#app/ui/busy.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import css from "./call-page.module.css";
import type { CallTexts } from "./call-texts.ts";
import { ATTACH, reportOf } from "./last-pictures.client.ts";

const ID = "call-report";

/** In ms: a receipt that does not load. */
const GIVE_UP = 30_000;

export type ReportParts = Omit<ReportModalProps, "titles">;

export interface CallReportProps extends ReportParts {
  /** Its id. */
  reported: string;
  /** What this member saw last, taken with the press. */
  pictures: readonly Blob[];
  texts: CallTexts["reporting"];
  /** The call goes on behind the dialog. */
  runs: boolean;
  endCall(): Promise<void>;
  onClose(): void;
}

/** Beside the call, which ends with the report. Pictures leave this device only with the reporter's tick. */
export function CallReport(props: CallReportProps) {
  const { reported, pictures, texts, runs, closeLabel, failed, sheets, receipt, children, endCall } = props;
  const [attached, setAttached] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const over = useEffectEvent(props.onClose);

  useEffect(() => {
    const dialog = document.getElementById(ID) as HTMLDialogElement;
    const closed = () => over();
    dialog.showModal();
    dialog.addEventListener("close", closed);
    return () => dialog.removeEventListener("close", closed);
  }, []);

  async function send(said: Said): Promise<void> {
    // Neither the end of the call nor a block may load this page again before the receipt does.
    const end = beginWait();
    try {
      const { reference } = await call("reportCall", reportOf(reported, said, pictures), {
        retries: 2,
        send: sendWithProgress(setSent),
      });
      await endCall();
      location.assign(`${receipt}?reference=${reference}`);
      setTimeout(end, GIVE_UP);
    } catch (error) {
      end();
      setSent(null);
      throw error;
    }
  }

  return (
    <Dialog closeLabel={closeLabel} focusInside id={ID} title={texts.title}>
      <LaterSheets sheets={sheets} />
      <ReportForm failed={failed} send={send}>
        {runs && <p>{texts.ends}</p>}
        {pictures.length > 0 && (
          <Checkbox
            hint={texts.attachWhat}
            id="call-report-attach"
            label={texts.attach}
            name={ATTACH}
            onChange={({ currentTarget }) => setAttached(currentTarget.checked)}
          />
        )}
        {attached && <Attached alt={texts.picture} pictures={pictures} />}
        {children}
        {sent !== null && (
          <p role="status">
            {texts.sending} <progress aria-label={texts.sending} value={sent} />
          </p>
        )}
      </ReportForm>
    </Dialog>
  );
}

/** Exactly what would be sent. */
function Attached({ pictures, alt }: { pictures: readonly Blob[]; alt: string }) {
  const [shown, setShown] = useState<string[]>([]);
  useEffect(() => {
    const made = pictures.map((picture) => URL.createObjectURL(picture));
    setShown(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [pictures]);
  return (
    <ul className={css.pictures}>
      {shown.map((src, index) => (
        <li key={src}>
          <img alt={alt.replace("{{number}}", String(index + 1))} src={src} />
        </li>
      ))}
    </ul>
  );
}
