import { tabStorage } from "#app/ui/storage.ts";

const key = (call: string) => `call-answer:${call}`;

/** Noted by the press on Accept, for the page that it opens: a link alone answers no call. */
export function noteAnswer(call: string, how: "video" | "voice"): void {
  tabStorage.keep(key(call), how);
}

/** What was pressed on another page, once. */
export function takeAnswer(call: string): "video" | "voice" | null {
  const how = tabStorage.read<string>(key(call));
  tabStorage.drop(key(call));
  return how === "video" || how === "voice" ? how : null;
}
