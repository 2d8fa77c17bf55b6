"use client";
import { type ComponentType, useEffect, useState } from "react";
import { lengthOf, type VoicePlayerProps } from "#app/features/delivery/voices/voice-length.client.ts";
import type { VoiceTexts } from "#app/features/delivery/voices/voice-texts.ts";

interface SpokenProps {
  src: string;
  voice: { duration: number; levels: string };
  /** Says whose recording it is. */
  label: string;
  texts: VoiceTexts;
}

const NOTHING = () => {};

/** Without scripts, and until the player has come, the browser's own controls. Nothing is loaded before it is played. */
export function Spoken({ src, voice, label, texts }: SpokenProps) {
  const [Player, setPlayer] = useState<ComponentType<VoicePlayerProps> | null>(null);
  useEffect(() => {
    import("#app/features/delivery/voices/voice-player.client.tsx").then(
      ({ VoicePlayer }) => setPlayer(() => VoicePlayer),
      NOTHING, // the browser's controls stay
    );
  }, []);
  if (Player) return <Player onPlay={NOTHING} src={src} texts={texts} voice={voice} />;
  // biome-ignore lint/a11y/useMediaCaption: the written answer stands above.
  return <audio aria-label={`${label}, ${lengthOf(voice.duration)}`} controls preload="none" src={src} />;
}
