"use client";
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";

type Props = { url: string; title: string; texts: { share: string; copied: string; notCopied: string } };

/** The device's own share sheet, else the clipboard. */
export function Share({ url, title, texts }: Props) {
  const [said, setSaid] = useState(texts.share);
  async function share() {
    try {
      if (navigator.share) return await navigator.share({ url, title });
      await navigator.clipboard.writeText(url);
      setSaid(texts.copied);
    } catch (error) {
      // The share sheet was closed.
      if (!(error instanceof DOMException && error.name === "AbortError")) setSaid(texts.notCopied);
    }
  }
  return (
    <Button icon="send" onClick={share} type="button" variant="quiet" wide>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
