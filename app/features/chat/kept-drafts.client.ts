import { CallError, call } from "#app/live/client.ts";

/** An unsent text that the server has not saved; an empty one was deleted. */
export interface KeptDraft {
  text: string;
  replyTo: number | null;
  clientId: string;
  /** When it was typed, in ms. */
  at: number;
}

/** Prefix of storage keys; the log-out deletes what they hold. */
const DRAFT = "draft:";
/** In ms, as in the contract. */
const OLDEST = 30 * 24 * 3600_000;

const keyOf = (selfId: string, partnerId: string) => `${DRAFT}${selfId}:${partnerId}`;

export function keptDraft(selfId: string, partnerId: string): KeptDraft | null {
  return JSON.parse(localStorage.getItem(keyOf(selfId, partnerId)) ?? "null") as KeptDraft | null;
}

export function keepDraft(selfId: string, partnerId: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(keyOf(selfId, partnerId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the field still holds the text.
  }
}

/** With `at`, only if nothing was typed since. */
export function dropDraft(selfId: string, partnerId: string, at?: number): void {
  if (at === undefined || keptDraft(selfId, partnerId)?.at === at) localStorage.removeItem(keyOf(selfId, partnerId));
}

/** Without retries. @throws CallError */
export function saveDraft(profile: string, { text, replyTo, clientId, at }: KeptDraft, keepalive = false) {
  const age = Math.min(Math.max(0, Date.now() - at), OLDEST);
  const send = keepalive ? { send: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive }) } : {};
  return call("saveDraft", { profile, text, reply_to: replyTo, client_id: clientId, age }, { retries: 0, ...send });
}

/** For pages without a chat. A draft that the server refuses is forgotten. */
export async function saveKeptDrafts(selfId: string): Promise<void> {
  const own = keyOf(selfId, "");
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(own))) {
    const partnerId = key.slice(own.length);
    const draft = keptDraft(selfId, partnerId);
    if (!draft) continue;
    try {
      await saveDraft(partnerId, draft);
      dropDraft(selfId, partnerId, draft.at);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === "not_found" || error.code === "blocked") dropDraft(selfId, partnerId);
      else return;
    }
  }
}
