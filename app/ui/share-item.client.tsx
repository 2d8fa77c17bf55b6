"use client";
import { MenuButton } from "./menu.tsx";
import { type ShareProps, useShare } from "./use-share.client.ts";

/** In a menu. */
export function ShareItem(props: ShareProps) {
  const { said, share } = useShare(props);
  return (
    <MenuButton icon="send" onClick={share} type="button">
      <span aria-live="polite">{said}</span>
    </MenuButton>
  );
}
