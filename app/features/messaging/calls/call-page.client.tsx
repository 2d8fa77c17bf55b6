"use client";
import { useEffect, useRef } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { endedText } from "./call-ended.client.ts";
import css from "./call-page.module.css";
import type { CallPageProps } from "./call-props.ts";
import { CallRunning } from "./call-running.client.tsx";
import { CallStart } from "./call-start.client.tsx";
import type { CallState, Phase } from "./call-state.client.ts";
import { useCall } from "./use-call.client.ts";

const RUNNING: readonly Phase[] = ["ringing", "connecting", "active", "reconnecting"];

export function CallPage(props: CallPageProps) {
  const { conversation, found, ringFor, texts, name, avatar } = props;
  const { engine, state } = useCall({ conversation, found, ringFor });
  const box = useRef<HTMLElement>(null);
  const group = RUNNING.includes(state.phase) ? "running" : state.phase;
  const before = useRef(group);
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
        <CallRunning {...props} engine={engine} state={state} />
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
          {state.phase === "ended" && <Ended {...props} again={() => engine?.again()} state={state} />}
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
    </section>
  );
}

function Ended({ calls, state, texts, buyHref, again }: CallPageProps & { state: CallState; again(): void }) {
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
