import { useState } from "react";

export type ShareProps = { url: string; title: string; texts: { share: string; copied: string; notCopied: string } };

/** In ms. */
const SHOWN = 4_000;

/** The device's own share sheet, else the clipboard. `said` is the button's text. */
export function useShare({ url, title, texts }: ShareProps): { said: string; share: () => Promise<void> } {
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
  return { said, share };
}
