import { tabStorage } from "#app/ui/storage.ts";
import type { SignalState } from "./signals.client.ts";

/** Of one tab: a reload goes on with its call, another tab does not take it. */
export interface SavedCall {
  device: string;
  signals: SignalState | null;
}

export interface CallMemory {
  read(call: string): SavedCall | null;
  write(call: string, saved: SavedCall): void;
  forget(call: string): void;
}

const key = (call: string) => `call:${call}`;

/** Where storage is blocked, a reload leaves the call. */
export const memory: CallMemory = {
  read: (call) => tabStorage.read<SavedCall>(key(call)),
  write: (call, saved) => void tabStorage.keep(key(call), saved),
  forget: (call) => void tabStorage.drop(key(call)),
};
