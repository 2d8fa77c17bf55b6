import { deviceStorage } from "./storage.ts";

const KEPT = "kept-chats:";

/** The key is the member's choice on this device; nothing else on it holds a chat (decision 97). */
export const keptKey = (member: string) => KEPT + member;

/** All but those of `member`: after a log-out, the end of a session, or another member's log-in. */
export function wipeKeptChats(member?: string): void {
  for (const key of deviceStorage.keys(KEPT)) if (member === undefined || key !== keptKey(member)) deviceStorage.drop(key);
}
