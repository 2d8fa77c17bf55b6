"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { CallControls } from "./call-controls.client.tsx";
import type { CallEngine } from "./call-engine.client.ts";
import css from "./call-page.module.css";
import type { CallPageProps } from "./call-props.ts";
import type { CallState } from "./call-state.client.ts";
import type { LastPictures } from "./last-pictures.client.ts";

type Props = CallPageProps & {
  engine: CallEngine;
  state: CallState;
  last: LastPictures<HTMLVideoElement>;
  /** `video`: what shows the other one's picture; null while there is none. */
  onReport(video: HTMLVideoElement | null): void;
};

/** From the ring to the end: the other one's picture, the own one, and the controls. */
export function CallRunning(props: Props) {
  const { engine, state, texts, buyHref, last } = props;
  const video = useRef<HTMLVideoElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const [silent, setSilent] = useState(false);
  const play = useCallback(() => {
    audio.current?.play().then(
      () => setSilent(false),
      (error: DOMException) => setSilent(error.name === "NotAllowedError"),
    );
  }, []);
  const { sound, picture, camera } = state.theirs;
  // Apart: Chromium plays no sound of a stream whose picture has not come, as in a call by voice.
  useEffect(() => {
    if (!audio.current || !sound) return;
    audio.current.srcObject = new MediaStream([sound]);
    play();
  }, [sound, play]);
  useEffect(() => {
    if (!video.current || !picture) return;
    video.current.srcObject = new MediaStream([picture]);
    video.current.play().catch(() => {}); // without a picture yet
  }, [picture]);
  useEffect(() => (camera && video.current ? last.watch(video.current) : undefined), [camera, last]);
  return (
    <>
      <div className={css.stage}>
        {/* biome-ignore lint/a11y/useMediaCaption: a live call has no captions of ours; the page names the browser's. */}
        <audio autoPlay ref={audio} />
        <video
          aria-label={props.name}
          autoPlay
          className={css.theirs}
          data-shown={camera ? "" : undefined}
          muted
          playsInline
          ref={video}
        />
        <Notes {...props} />
        <Preview label={state.shown ? texts.mine : texts.mineBlurred} track={state.picture} />
      </div>
      {silent && (
        <Button icon="play" onClick={play} type="button">
          {texts.sound}
        </Button>
      )}
      {state.low && (
        <Alert
          action={
            buyHref && (
              <ButtonLink href={buyHref} icon="coin" rel="noopener" size="s" target="_blank">
                {texts.buy}
              </ButtonLink>
            )
          }
          tone="warning"
        >
          {texts.low}
        </Alert>
      )}
      {state.muted && <p role="status">{texts.mutedMine}</p>}
      {state.camera && <Alert tone="warning">{texts.camera[state.camera]}</Alert>}
      {state.weak && <Alert tone="warning">{texts.weak}</Alert>}
      <CallControls engine={engine} state={state} texts={texts} video={video} />
      <div className={css.more}>
        {state.phase !== "ringing" && (
          <Button icon="flag" onClick={() => props.onReport(camera ? video.current : null)} type="button" variant="quiet">
            {texts.report}
          </Button>
        )}
        <Disclosure summary={texts.captions.title}>
          <p className="muted small">{texts.captions.text}</p>
        </Disclosure>
      </div>
    </>
  );
}

/** What the other one does, also for those who cannot see the picture. */
function Notes({ state: { theirs, phase, answeredAt }, texts }: Props) {
  if (phase === "ringing" || phase === "connecting") return null;
  return (
    <div className={css.notes}>
      <Clock since={answeredAt} />
      <p role="status">
        {[!theirs.camera ? texts.theirsVoice : !theirs.shown && texts.theirsBlurred, theirs.muted && texts.theirsMuted]
          .filter(Boolean)
          .join(" ")}
      </p>
    </div>
  );
}

/** Silent for screen readers: it would speak each second. */
function Clock({ since }: { since: number | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (since === null) return null;
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <span aria-hidden="true" className={css.clock}>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}</span>
  );
}

/** Exactly what is sent. */
function Preview({ track, label }: { track: MediaStreamTrack | null; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current) return;
    video.current.srcObject = track && new MediaStream([track]);
    if (track) video.current.play().catch(() => {});
  }, [track]);
  return (
    <figure className={css.mine} hidden={!track}>
      <video aria-label={label} autoPlay muted playsInline ref={video} />
      <figcaption aria-hidden="true">{label}</figcaption>
    </figure>
  );
}
