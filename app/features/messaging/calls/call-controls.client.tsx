"use client";
import { type RefObject, useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import type { CallEngine } from "./call-engine.client.ts";
import css from "./call-page.module.css";
import type { CallState } from "./call-state.client.ts";
import type { CallTexts } from "./call-texts.ts";

interface Props {
  engine: CallEngine;
  state: CallState;
  texts: CallTexts;
  video: RefObject<HTMLVideoElement | null>;
}

export function CallControls({ engine, state, texts, video }: Props) {
  const { muted, picture, shown, phase } = state;
  const { own } = engine;
  const [canShrink, setCanShrink] = useState(false);
  // Firefox has a button of its own over the picture.
  useEffect(() => setCanShrink(document.pictureInPictureEnabled === true), []);
  const shrink = () =>
    document.pictureInPictureElement
      ? void document.exitPictureInPicture().catch(() => {})
      : void video.current?.requestPictureInPicture().catch(() => {});
  return (
    <div className={css.controls}>
      {picture && (
        <Button
          className={css.show}
          data-first=""
          icon={shown ? "eye-off" : "eye"}
          onClick={() => own.show(!shown)}
          type="button"
          variant={shown ? "secondary" : "primary"}
        >
          {shown ? texts.hide : texts.show}
        </Button>
      )}
      <Button
        data-first={picture ? undefined : ""}
        icon={muted ? "microphone-off" : "microphone"}
        iconOnly
        onClick={() => own.mute(!muted)}
        type="button"
        variant={muted ? "primary" : "secondary"}
      >
        {muted ? texts.unmute : texts.mute}
      </Button>
      <Button
        icon={picture ? "video" : "video-off"}
        iconOnly
        onClick={() => void own.setCamera(!picture)}
        type="button"
        variant={picture ? "secondary" : "primary"}
      >
        {picture ? texts.cameraOff : texts.cameraOn}
      </Button>
      {state.severalCameras && (
        <Button icon="retry" iconOnly onClick={() => void own.switchCamera()} type="button" variant="secondary">
          {texts.switchCamera}
        </Button>
      )}
      {canShrink && state.theirs.camera && (
        <Button icon="desktop" iconOnly onClick={shrink} type="button" variant="secondary">
          {texts.small}
        </Button>
      )}
      <Button icon="hang-up" onClick={() => void engine.end()} type="button" variant="danger">
        {phase === "ringing" ? texts.cancel : texts.hangUp}
      </Button>
    </div>
  );
}
