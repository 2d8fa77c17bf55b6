"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { watchRefused } from "./author.ts";
import { Button } from "./button.tsx";
import { watchFailedSubmit } from "./failed-submit.ts";
import css from "./network-notes.module.css";
import { Toast, ToastRegion } from "./toast.tsx";

export interface NetworkNotesProps {
  failed: string;
  tooLarge: string;
  offline: string;
  unsent: string;
  reload: string;
}

export function NetworkNotes(texts: NetworkNotesProps) {
  const [failed, setFailed] = useState<"failed" | "tooLarge" | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => watchFailedSubmit((some, large) => setFailed(some ? (large ? "tooLarge" : "failed") : null)), []);
  useEffect(() => watchRefused(setRefused), []);
  // The note has told it while the network was away.
  useEffect(() => watchOnline(() => isOnline() && setFailed(null)), []);
  const online = useSyncExternalStore(watchOnline, isOnline, () => true);
  if (!online) {
    return (
      <p className={css.offline} role="status">
        {failed ? texts.unsent : texts.offline}
      </p>
    );
  }
  const text = refused ?? (failed && texts[failed]);
  if (text === null) return null;
  // Not a reload: Firefox would put what was typed into the other member's page.
  const anew = () => location.replace(location.pathname + location.search);
  const action = refused !== null && (
    <Button onClick={anew} size="s" type="button" variant="secondary">
      {texts.reload}
    </Button>
  );
  return (
    <ToastRegion label={text}>
      <div role="alert">
        <Toast action={action} tone="error">
          {text}
        </Toast>
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
