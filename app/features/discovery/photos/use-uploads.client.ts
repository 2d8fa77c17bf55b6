import { type ComponentType, useCallback, useEffect, useState } from "react";
import { CallError, call, newKey, type Send } from "#app/live/client.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import type { PhotoTexts } from "./photo-texts.ts";

export interface Upload {
  /** Also the idempotency key: a repeated upload with a lost answer is one photo. */
  id: string;
  name: string;
  /** Object URL; null for a file that is no picture. */
  url: string | null;
  /** Null when there is nothing to send. */
  file: File | null;
  state: "waiting" | "sending" | "failed";
  /** From 0 to 1. */
  share: number;
  /** The server's words; empty for a lost connection. */
  error: string;
}

export interface Uploads {
  list: Upload[];
  /** Null until the first photo is chosen. */
  Tile: ComponentType<UploadTileProps> | null;
  /** Before the first photo is added. */
  drawWith: (tile: ComponentType<UploadTileProps>) => void;
  add: (photo: Pick<Upload, "name" | "url" | "file"> & { error?: string }) => void;
  retry: (id: string) => void;
  discard: (id: string) => void;
}

export interface UploadTileProps {
  upload: Upload;
  uploads: Uploads;
  texts: PhotoTexts;
  /** The first photo takes the large place at once. */
  first?: boolean;
}

/** Sends one photo after the other, so that they arrive in order and each is fast. */
export function useUploads(onDone: (own: CallOutput<"addPhoto">) => void): Uploads {
  const [list, setList] = useState<Upload[]>([]);
  const [Tile, setTile] = useState<Uploads["Tile"]>(null);
  const change = useCallback(
    (id: string, changes: Partial<Upload>) => setList((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one))),
    [],
  );
  const discard = useCallback(
    (id: string) =>
      setList((all) => {
        const url = all.find((one) => one.id === id)?.url;
        if (url) URL.revokeObjectURL(url);
        return all.filter((one) => one.id !== id);
      }),
    [],
  );

  const busy = list.some(({ state }) => state === "sending");
  const next = busy ? undefined : list.find(({ state }) => state === "waiting");
  useEffect(() => {
    if (!next?.file) return;
    const { id, file } = next;
    change(id, { state: "sending", share: 0 });
    const send: Send = async (...input) =>
      (await import("./upload.client.ts")).sendWithProgress((share) => change(id, { share }))(...input);
    call("addPhoto", { file }, { key: id, send }).then(
      (own) => {
        onDone(own);
        discard(id);
      },
      (error: unknown) => change(id, { state: "failed", error: wordsOf(error) }),
    );
  }, [next, change, discard, onDone]);

  const unsent = list.some(({ state }) => state !== "failed");
  useEffect(() => {
    if (!unsent) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [unsent]);

  useEffect(() => {
    const again = () =>
      setList((all) => all.map((one) => (one.file && one.state === "failed" && !one.error ? { ...one, state: "waiting" } : one)));
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);

  return {
    list,
    Tile,
    drawWith: useCallback((tile) => setTile(() => tile), []),
    add: useCallback(({ error = "", ...photo }) => {
      const state = photo.file ? "waiting" : "failed";
      setList((all) => [...all, { id: newKey(), share: 0, state, error, ...photo }]);
    }, []),
    retry: useCallback((id: string) => change(id, { state: "waiting", error: "" }), [change]),
    discard,
  };
}

/** Words beside the file come first. */
function wordsOf(error: unknown): string {
  if (!(error instanceof CallError)) throw error;
  return error.fields[0]?.message || error.message;
}
