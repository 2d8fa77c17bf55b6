"use client";
import { useEffect, useState } from "react";
import { Toast, ToastRegion } from "./toast.tsx";
import { watchUnanswered } from "./unanswered.ts";

/** Says that what was sent got no answer, until it is sent again. */
export function UnansweredNote({ text }: { text: string }) {
  const [unanswered, setUnanswered] = useState(false);
  useEffect(() => watchUnanswered(setUnanswered), []);
  if (!unanswered) return null;
  return (
    <ToastRegion label={text}>
      <div role="alert">
        <Toast tone="error">{text}</Toast>
      </div>
    </ToastRegion>
  );
}
