import { call } from "#app/live/client.ts";
import { deviceStorage } from "#app/ui/storage.ts";

/** An unsent text that the server has not saved; an empty one was deleted. */
export interface LocalDraft {
  text: string;
  replyTo: number | null;
  clientId: string;
  /** When it was typed, in ms. */
  at: number;
  /** Version of the newest draft that was shown when it was typed. */
  seen: number;
  /** A request was made whose answer this device has not heard: the server may have it. */
  unsure?: true;
  /** The server holds one that was not shown: its chat asks which stays. */
  refused?: true;
}

/** Prefix of storage keys; the log-out deletes what they hold. */
export const DRAFT = "draft:";
/** In ms, as in the contract. */
const OLDEST = 30 * 24 * 3600_000;

const placeOf = (selfId: string, partnerId: string) => `${DRAFT}${selfId}:${partnerId}`;
/** One a message: tabs without a network store one each. */
const keyOf = (selfId: string, partnerId: string, clientId: string) => `${placeOf(selfId, partnerId)}:${clientId}`;

/** The newest of the chat, which the caller stores from now on. */
export function takeLocalDraft(selfId: string, partnerId: string): LocalDraft | undefined {
  let newest: LocalDraft | null = null;
  let place = "";
  for (const key of deviceStorage.keys(placeOf(selfId, partnerId))) {
    const one = deviceStorage.read<LocalDraft>(key);
    if (one && one.at >= (newest?.at ?? 0)) [newest, place] = [one, key];
  }
  deviceStorage.drop(place);
  return newest ?? undefined;
}

/** In ms. Later another device may have sent what this one left. */
const JUST_LEFT = 10 * 60_000;

/** The newest text of each chat that the server's list may lack, by partner. */
export function localTexts(selfId: string, now = Date.now()): Map<string, string> {
  const own = `${DRAFT}${selfId}:`;
  const found = deviceStorage.keys(own).flatMap((key) => {
    const [partnerId = ""] = key.slice(own.length).split(":");
    const draft = deviceStorage.read<LocalDraft>(key);
    // A refused one waits in its chat beside the newer one, which the list shows.
    const isOwn = draft && !draft.refused && (!draft.unsure || now - draft.at < JUST_LEFT);
    return isOwn ? [{ partnerId, ...draft }] : [];
  });
  return new Map(found.sort((a, b) => a.at - b.at).map(({ partnerId, text }) => [partnerId, text]));
}

export function storeDraft(selfId: string, partnerId: string, draft: LocalDraft): void {
  deviceStorage.keep(keyOf(selfId, partnerId, draft.clientId), draft);
}

/** With `at`, only if nothing was typed since. */
export function dropDraft(selfId: string, partnerId: string, clientId: string, at?: number): void {
  const key = keyOf(selfId, partnerId, clientId);
  if (at === undefined || deviceStorage.read<LocalDraft>(key)?.at === at) deviceStorage.drop(key);
}

/** Without retries. An unsure text does not bring back what was sent or deleted elsewhere. @throws CallError */
export function saveDraft(profile: string, { text, replyTo, clientId, at, seen, unsure }: LocalDraft, keepalive = false) {
  const age = Math.min(Math.max(0, Date.now() - at), OLDEST);
  const send = keepalive ? { send: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive }) } : {};
  const draft = { profile, text, reply_to: replyTo, client_id: clientId, age, replaces: seen, resent: unsure };
  return call("saveDraft", draft, { retries: 0, ...send });
}
