"use client";
import { useState } from "react";
import { MenuButton } from "#app/ui/menu.tsx";

type Props = { url: string; title: string; texts: { share: string; copied: string; notCopied: string } };

/** In ms. */
const SHOWN = 4_000;

/** The device's own share sheet, else the clipboard. */
export function Share({ url, title, texts }: Props) {
  const [said, setSaid] = useState(texts.share);
  async function share() {
    try {
      if (navigator.share) return await navigator.share({ url, title });
      await navigator.clipboard.writeText(url);
      setSaid(texts.copied);
      setTimeout(() => setSaid(texts.share), SHOWN);
    } catch (error) {
      // The share sheet was closed, or is open already.
      const known = error instanceof DOMException && ["AbortError", "InvalidStateError"].includes(error.name);
      if (!known) setSaid(texts.notCopied);
    }
  }
  return (
    <MenuButton icon="send" onClick={share} type="button">
      <span aria-live="polite">{said}</span>
    </MenuButton>
  );
}
