"use client";
import { type ComponentType, useEffect, useState } from "react";
import { lengthOf, type VoicePlayerProps } from "#app/features/delivery/voices/voice-length.client.ts";
import { call } from "#app/live/client.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { ChatTexts } from "./chat-texts.ts";

interface VoiceMessageProps {
  message: Pick<Message, "conversation" | "seq"> & { voice: NonNullable<Message["voice"]> };
  own: boolean;
  cdn: string;
  texts: Pick<ChatTexts, "voice">;
}

/** Without scripts, and until the player has come, the browser's own controls. Nothing is loaded before it is played. */
export function VoiceMessage({ message, own, cdn, texts: { voice: words } }: VoiceMessageProps) {
  const { conversation, seq, voice } = message;
  const { state, filename, duration, played } = voice;
  const [Player, setPlayer] = useState<ComponentType<VoicePlayerProps> | null>(null);
  useEffect(() => {
    import("#app/features/delivery/voices/voice-player.client.tsx").then(
      ({ VoicePlayer }) => setPlayer(() => VoicePlayer),
      () => {}, // the browser's controls stay
    );
  }, []);
  if (state !== "active" || !filename)
    return <p>{state === "rejected" ? words.removed : state === "gone" ? words.gone : words.word}</p>;
  const length = lengthOf(duration ?? 0);
  const onPlay = () => {
    if (!own && !played) void call("playVoice", { conversation, seq }).catch(() => {}); // a mark, no more
  };
  return (
    <>
      {Player ? (
        <Player onPlay={onPlay} src={cdn + filename} texts={words} voice={voice} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the words stand below, where the sender has written them.
        <audio aria-label={`${words.word}, ${length}`} controls onPlay={onPlay} preload="none" src={cdn + filename} />
      )}
      {own && played ? <small>{`${length} · ${words.played}`}</small> : !Player && <small>{length}</small>}
    </>
  );
}
