"use client";
import { useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { CallEngine } from "./call-engine.client.ts";
import css from "./call-page.module.css";
import type { CallPageProps } from "./call-props.ts";
import type { CallState } from "./call-state.client.ts";

type Props = CallPageProps & { engine: CallEngine; state: CallState };

/** Before a call: what it costs, what the two should know, and how to begin or answer it. */
export function CallStart(props: Props) {
  const { calls, price, texts, state } = props;
  const direct = useRef(false);
  const answers = state.call?.role === "callee";
  const first = state.call ? state.call.first : props.first;
  if (!answers && !calls) return null;
  return (
    <>
      {!answers && <p className={css.price}>{price}</p>}
      {first && (
        <div className={css.first}>
          <h2>{texts.firstTitle}</h2>
          <ul>
            {texts.first.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <Checkbox
        hint={texts.directWhat}
        label={texts.direct}
        name="direct"
        onChange={({ currentTarget }) => {
          direct.current = currentTarget.checked;
        }}
      />
      <p className={css.buttons}>
        {answers ? <Answer {...props} isDirect={() => direct.current} /> : <Start {...props} isDirect={() => direct.current} />}
      </p>
    </>
  );
}

function Start({ calls, engine, state, texts, isDirect }: Props & { isDirect(): boolean }) {
  const start = (video: boolean) =>
    void engine.start({ video, direct: isDirect(), price: calls?.price ?? { per: "free", credits: 0 } });
  const busy = state.phase === "asking";
  return (
    <>
      <Button aria-disabled={busy} data-first="" icon="video" onClick={() => start(true)} type="button">
        {texts.startVideo}
      </Button>
      <Button aria-disabled={busy} icon="phone" onClick={() => start(false)} type="button" variant="secondary">
        {texts.startVoice}
      </Button>
    </>
  );
}

function Answer({ engine, state, texts, isDirect }: Props & { isDirect(): boolean }) {
  const answer = (video: boolean) => void engine.answer({ video, direct: isDirect() });
  const busy = state.phase === "asking";
  return (
    <>
      {state.call?.kind === "video" && (
        <Button aria-disabled={busy} data-first="" icon="video" onClick={() => answer(true)} type="button">
          {texts.accept}
        </Button>
      )}
      <Button
        aria-disabled={busy}
        data-first={state.call?.kind === "video" ? undefined : ""}
        icon="phone"
        onClick={() => answer(false)}
        type="button"
        variant={state.call?.kind === "video" ? "secondary" : "primary"}
      >
        {state.call?.kind === "video" ? texts.acceptVoice : texts.accept}
      </Button>
      <Button onClick={() => void engine.end("declined")} type="button" variant="quiet">
        {texts.decline}
      </Button>
    </>
  );
}
