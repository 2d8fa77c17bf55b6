"use client";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { reportPath } from "#app/features/people/reports/report-path.shared.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { beginWait } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { endedText } from "./call-ended.client.ts";
import css from "./call-page.module.css";
import type { CallPageProps } from "./call-props.ts";
import type { CallReportProps } from "./call-report.client.tsx";
import { CallRunning } from "./call-running.client.tsx";
import { CallStart } from "./call-start.client.tsx";
import type { CallState, Phase } from "./call-state.client.ts";
import { drawn, LastPictures } from "./last-pictures.client.ts";
import { useCall } from "./use-call.client.ts";

interface OpenReport {
  call: string;
  pictures: Blob[];
  View: ComponentType<CallReportProps>;
}

const RUNNING: readonly Phase[] = ["ringing", "connecting", "active", "reconnecting"];

export function CallPage(props: CallPageProps) {
  const { conversation, found, ringFor, texts, name, avatar } = props;
  const { engine, state } = useCall({ conversation, found, ringFor });
  const box = useRef<HTMLElement>(null);
  const group = RUNNING.includes(state.phase) ? "running" : state.phase;
  const before = useRef(group);
  const [last] = useState(() => new LastPictures(drawn));
  const [report, setReport] = useState<OpenReport | null>(null);
  const openReport = async (video: HTMLVideoElement | null) => {
    const { call } = state;
    if (!call) return;
    const end = beginWait();
    const pictures = await last.last(video);
    const view = await import("./call-report.client.tsx").catch(() => null).finally(end);
    if (view) setReport({ call: call.id, pictures, View: view.CallReport });
    else open(reportPath("profile", call.profile.id), "_blank", "noopener");
  };
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (before.current !== group) box.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    before.current = group;
  }, [group]);
  return (
    <section aria-label={texts.title} className={css.page} data-phase={state.phase} ref={box}>
      <header className={css.header}>
        <Avatar name={name} size="l" src={avatar} />
        <h1>{texts.title}</h1>
        <p className={css.status} role="status">
          {statusOf(state, props)}
        </p>
      </header>
      {engine && group === "running" ? (
        <CallRunning {...props} engine={engine} last={last} onReport={(video) => void openReport(video)} state={state} />
      ) : (
        <div className={css.panel}>
          {state.refusal && (
            <Alert
              action={
                state.refusal.code === "not_enough_credits" &&
                props.buyHref && <ButtonLink href={props.buyHref}>{texts.buy}</ButtonLink>
              }
              tone="error"
            >
              {state.refusal.message || texts.ended.failed}
            </Alert>
          )}
          {state.microphone && <Alert tone="error">{texts.microphone[state.microphone]}</Alert>}
          {(state.phase === "ready" || state.phase === "incoming" || state.phase === "asking") && engine && (
            <CallStart {...props} engine={engine} state={state} />
          )}
          {state.phase === "ended" && (
            <Ended
              {...props}
              again={() => {
                last.forget();
                engine?.again();
              }}
              onReport={() => void openReport(null)}
              state={state}
            />
          )}
          {state.phase !== "asking" && (
            <ButtonLink
              data-first={state.phase === "elsewhere" || (state.phase === "ended" && !props.calls?.mutual) ? "" : undefined}
              href={props.backHref}
              icon="back"
              variant="quiet"
            >
              {texts.back}
            </ButtonLink>
          )}
        </div>
      )}
      {report && engine && (
        <report.View
          {...props.report}
          endCall={() => engine.end()}
          onClose={() => setReport(null)}
          pictures={report.pictures}
          reported={report.call}
          runs={group === "running"}
          texts={texts.reporting}
        />
      )}
    </section>
  );
}

type EndedProps = CallPageProps & { state: CallState; again(): void; onReport(): void };

function Ended({ calls, state, texts, buyHref, again, onReport }: EndedProps) {
  return (
    <p className={css.buttons}>
      {state.call?.ending === "credits" && buyHref && (
        <ButtonLink href={buyHref} icon="coin">
          {texts.buy}
        </ButtonLink>
      )}
      {calls?.mutual && (
        <Button data-first="" icon="retry" onClick={again} type="button" variant="secondary">
          {texts.again}
        </Button>
      )}
      {state.call && (
        <Button icon="flag" onClick={onReport} type="button" variant="quiet">
          {texts.report}
        </Button>
      )}
    </p>
  );
}

function statusOf({ phase, call }: CallState, { texts, language }: CallPageProps): string {
  if (phase === "incoming") return texts.incoming[call?.kind ?? "voice"];
  if (phase === "ended") return call ? endedText(call, texts.ended, language) : "";
  if (phase === "asking" || phase === "ringing" || phase === "connecting" || phase === "reconnecting" || phase === "elsewhere")
    return texts[phase];
  return "";
}
