import { useCallback, useEffect, useRef, useState } from "react";
import { encode, openPicture } from "#app/features/photos/pictures.client.ts";
import { sendWithProgress } from "#app/features/photos/upload.client.ts";
import { CallError, call, newKey } from "#app/live/client.ts";
import type { CallOutput } from "#worker/calls.ts";

interface Picked {
  file: File;
  /** Object URL. */
  url: string;
}

/** Unlike a text, it is lost with the page. */
export interface PendingPhoto extends Picked {
  clientId: string;
  conversation: string;
  caption: string;
  state: "sending" | "failed";
  /** From 0 to 1. */
  share: number;
  /** Empty without a response. */
  error: string;
}

/** In attempts after the first. */
const RETRIES = 2;

export function usePhotos(onSent: (answer: CallOutput<"sendPhoto">) => void) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [pending, setPending] = useState<PendingPhoto[]>([]);
  const known = useRef(pending);
  known.current = pending;

  const pick = useCallback(async (chosen: File) => {
    const picture = await openPicture(chosen, newKey());
    const file = picture && (await encode(picture, null));
    setUnreadable(!file);
    setPicked((before) => {
      if (before) URL.revokeObjectURL(before.url);
      return file && picture ? { file, url: picture.url } : null;
    });
  }, []);

  const drop = useCallback(() => {
    setUnreadable(false);
    setPicked((before) => {
      if (before) URL.revokeObjectURL(before.url);
      return null;
    });
  }, []);

  const discard = useCallback((clientId: string) => {
    const photo = known.current.find((one) => one.clientId === clientId);
    if (photo) URL.revokeObjectURL(photo.url);
    setPending((all) => all.filter((one) => one.clientId !== clientId));
  }, []);

  const upload = useCallback(
    async ({ clientId, conversation, file, caption }: PendingPhoto) => {
      const change = (changes: Partial<PendingPhoto>) =>
        setPending((all) => all.map((one) => (one.clientId === clientId ? { ...one, ...changes } : one)));
      change({ state: "sending", share: 0, error: "" });
      try {
        const input = { conversation, file, text: caption || undefined, client_id: clientId };
        const send = sendWithProgress((share) => change({ share }));
        onSent(await call("sendPhoto", input, { send, retries: navigator.onLine ? RETRIES : 0 }));
        discard(clientId);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        change({ state: "failed", error: error.fields[0]?.message || error.message });
      }
    },
    [onSent, discard],
  );

  const send = useCallback(
    (conversation: string, clientId: string, caption: string) => {
      if (!picked) return;
      const photo: PendingPhoto = { ...picked, clientId, conversation, caption, state: "sending", share: 0, error: "" };
      setPending((all) => [...all, photo]);
      setPicked(null);
      void upload(photo);
    },
    [picked, upload],
  );

  useEffect(() => {
    const again = () => {
      for (const photo of known.current) if (photo.state === "failed" && !photo.error) void upload(photo);
    };
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [upload]);

  const unsent = pending.length > 0;
  useEffect(() => {
    if (!unsent) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [unsent]);

  return { picked, isUnreadable, pending, pick, drop, send, retry: upload, discard };
}
