"use client";
import { Button } from "./button.tsx";
import { ScriptOnly } from "./script-only.tsx";
import { type ShareProps, useShare } from "./use-share.client.ts";

/** On a page. Not there without scripts: the page shows the address as well. */
export function ShareButton(props: ShareProps) {
  const { said, share } = useShare(props);
  return (
    <ScriptOnly>
      <Button icon="send" onClick={share} type="button" variant="secondary">
        <span aria-live="polite">{said}</span>
      </Button>
    </ScriptOnly>
  );
}
