"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { watchFailedSubmit } from "./failed-submit.ts";
import css from "./network-notes.module.css";
import { Toast, ToastRegion } from "./toast.tsx";

export interface NetworkNotesProps {
  failed: string;
  offline: string;
  unsent: string;
}

export function NetworkNotes(texts: NetworkNotesProps) {
  const [failed, setFailed] = useState(false);
  useEffect(() => watchFailedSubmit(setFailed), []);
  // The note has told it while the network was away.
  useEffect(() => watchOnline(() => isOnline() && setFailed(false)), []);
  const online = useSyncExternalStore(watchOnline, isOnline, () => true);
  if (!online) {
    return (
      <p className={css.offline} role="status">
        {failed ? texts.unsent : texts.offline}
      </p>
    );
  }
  if (!failed) return null;
  const text = texts.failed;
  return (
    <ToastRegion label={text}>
      <div role="alert">
        <Toast tone="error">{text}</Toast>
      </div>
    </ToastRegion>
  );
}

function watchOnline(watcher: () => void): () => void {
  const over = new AbortController();
  addEventListener("online", watcher, { signal: over.signal });
  addEventListener("offline", watcher, { signal: over.signal });
  return () => over.abort();
}

const isOnline = () => navigator.onLine;
