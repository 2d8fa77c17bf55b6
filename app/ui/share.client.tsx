"use client";
import { useState } from "react";
import { Button } from "./button.tsx";
import { MenuButton } from "./menu.tsx";
import { ScriptOnly } from "./script-only.tsx";

type Props = { url: string; title: string; texts: { share: string; copied: string; notCopied: string } };

/** In ms. */
const SHOWN = 4_000;

/** In a menu. */
export function ShareItem(props: Props) {
  const { said, share } = useShare(props);
  return (
    <MenuButton icon="send" onClick={share} type="button">
      <span aria-live="polite">{said}</span>
    </MenuButton>
  );
}

/** On a page. Not there without scripts: the page shows the address as well. */
export function ShareButton(props: Props) {
  const { said, share } = useShare(props);
  return (
    <ScriptOnly>
      <Button icon="send" onClick={share} type="button" variant="secondary">
        <span aria-live="polite">{said}</span>
      </Button>
    </ScriptOnly>
  );
}

/** The device's own share sheet, else the clipboard. `said` is the button's text. */
function useShare({ url, title, texts }: Props): { said: string; share: () => Promise<void> } {
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
