"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { lengthOf, type VoicePlayerProps } from "./voice-length.client.ts";
import { shareOf } from "./voice-levels.client.ts";
import css from "./voice-player.module.css";

const RATES = [1, 1.5, 2];
const STEP = 100;

/** The one that is heard: another one stops it. */
let heard: HTMLAudioElement | null = null;
/** In this tab, for all recordings. */
let chosenRate = 1;

export function VoicePlayer({ src, voice, onPlay, texts: words }: VoicePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [rate, setRate] = useState(chosenRate);
  const length = voice.duration ?? 0;

  const play = () => {
    const own = audio.current;
    if (!own) return;
    if (heard !== own) heard?.pause();
    heard = own;
    own.playbackRate = chosenRate;
    setRate(chosenRate);
    own.play().catch(() => setPlaying(false)); // the browser or the network says no: the button is there
  };
  const playNow = useRef(play);
  playNow.current = play;
  useEffect(() => {
    const own = audio.current;
    const begin = () => playNow.current();
    own?.addEventListener("follow", begin);
    return () => own?.removeEventListener("follow", begin);
  }, []);

  return (
    <span className={css.player} data-playing={playing || undefined}>
      {/* biome-ignore lint/a11y/useMediaCaption: the words stand below, where the sender has written them. */}
      <audio
        data-voice=""
        onEnded={({ currentTarget }) => {
          setAt(0);
          setPlaying(false);
          followOf(currentTarget)?.dispatchEvent(new Event("follow"));
        }}
        onPause={() => setPlaying(false)}
        onPlay={() => {
          setPlaying(true);
          onPlay();
        }}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime * 1000)}
        preload="none"
        ref={audio}
        src={src}
      />
      <Button
        icon={playing ? "pause" : "play"}
        iconOnly
        onClick={() => (playing ? audio.current?.pause() : play())}
        type="button"
        variant="quiet"
      >
        {playing ? words.pause : words.play}
      </Button>
      <span className={css.line}>
        <svg aria-hidden="true" className={css.wave} preserveAspectRatio="none" viewBox={`0 0 ${(voice.levels ?? "").length} 32`}>
          {[...(voice.levels ?? "")].map((digit, place, all) => {
            const height = 2 + shareOf(digit) * 28;
            const past = place < (at / length) * all.length;
            return (
              <rect
                className={past ? css.past : css.coming}
                height={height}
                // biome-ignore lint/suspicious/noArrayIndexKey: the digits are a picture.
                key={place}
                width={0.6}
                x={place + 0.2}
                y={16 - height / 2}
              />
            );
          })}
        </svg>
        <input
          aria-label={words.position}
          aria-valuetext={`${lengthOf(at)} / ${lengthOf(length)}`}
          className={css.seek}
          max={length}
          min={0}
          onChange={({ currentTarget }) => {
            const own = audio.current;
            if (!own) return;
            // Without data the browser keeps the position until it has some.
            if (own.readyState === 0) own.load();
            own.currentTime = Number(currentTarget.value) / 1000;
            setAt(Number(currentTarget.value));
          }}
          step={STEP}
          type="range"
          value={Math.min(at, length)}
        />
      </span>
      <span className={css.time}>{lengthOf(at > 0 ? length - at : length)}</span>
      <Button
        aria-label={words.speed.replace("{{rate}}", String(rate))}
        className={css.rate}
        onClick={() => {
          chosenRate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
          setRate(chosenRate);
          if (audio.current) audio.current.playbackRate = chosenRate;
        }}
        size="s"
        type="button"
        variant="quiet"
      >{`${rate}×`}</Button>
    </span>
  );
}

/** The next recording of the conversation plays on. */
function followOf(ended: HTMLAudioElement): HTMLAudioElement | undefined {
  const all = [...document.querySelectorAll<HTMLAudioElement>("audio[data-voice]")];
  return all[all.indexOf(ended) + 1];
}
