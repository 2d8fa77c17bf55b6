"use client";
import { useEffect, useState } from "react";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { keptKey, wipeKeptChats } from "#app/ui/kept-chats.ts";
import { deviceStorage, serviceWorkers } from "#app/ui/storage.ts";
import type { Kept } from "./kept-chats.client.ts";

/** The choice to keep chats on this device; it is the key under which they are kept. */
export function OfflineChoice({ member, texts }: { member: string; texts: { label: string; hint: string; refused: string } }) {
  const [on, setOn] = useState<boolean | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => setOn(deviceStorage.read(keptKey(member)) !== null), [member]);
  const choose = (wanted: boolean) => {
    wipeKeptChats();
    const kept = wanted && serviceWorkers() !== undefined && deviceStorage.keep(keptKey(member), nothing());
    setOn(kept);
    setRefused(wanted && !kept);
    if (kept) void import("./keep-chats.client.ts").then(({ keepChats }) => keepChats(member)).catch(() => {});
  };
  return (
    <Checkbox
      checked={on ?? false}
      disabled={on === null}
      error={refused && texts.refused}
      hint={texts.hint}
      label={texts.label}
      name="keep_chats"
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
      role="switch"
    />
  );
}

function nothing(): Kept {
  return { at: Date.now(), chats: [] };
}
