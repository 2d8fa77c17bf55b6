import { cleanText } from "#worker/platform/text.ts";
import type { LocalDraft } from "./local-drafts.client.ts";

/** In ms: a pause in typing saves. Most texts are sent without one, and a page that is left saves at once. */
export const PAUSE = 10_000;
/** In ms: a device that typed so recently is not overwritten. */
const TYPING = 5_000;

/** A draft as the server holds it. */
export interface ServerDraft {
  text: string;
  version: number;
  /** Client id of the message that it becomes. */
  client_id: string;
}

export interface DraftDeps {
  /** Client id and quote of the message that the typed text becomes. */
  message(): { clientId: string; replyTo: number | null };
  /** Shows a text of another device in the field. */
  take(text: string): void;
  /** Both devices have a text: the member chooses. Null once there is no choice. */
  offer(other: ServerDraft | null): void;
  save(draft: LocalDraft, leaving: boolean): Promise<{ draft: ServerDraft | null }>;
  keep(draft: LocalDraft): void;
  /** With `at`, only if nothing was typed since. */
  drop(clientId: string, at?: number): void;
}

/** Keeps the field and the server's draft equal. Neither replaces a text that the other has not seen. */
export function createDraftSync({ message, take, offer, save: put, keep, drop }: DraftDeps, text = "", seen = 0) {
  /** When the unsaved text was typed (ms); 0 if all is saved. */
  let unsaved = 0;
  let saving = 0;
  let running = Promise.resolve();
  let typedAt = 0;
  let timer: ReturnType<typeof setTimeout>;
  /** Another device's text that this field has not shown. */
  let unseen: ServerDraft | null = null;
  /** Client id of the other device's text in the field. */
  let shown = "";
  const own = new Set<string>();
  /** The field has a text that an earlier page may have saved. */
  let unsure: true | undefined;

  const isTyping = () => unsaved || Date.now() - typedAt < TYPING;

  function forget() {
    unseen = null;
    offer(null);
  }

  function show() {
    if (!unseen) return;
    clearTimeout(timer);
    drop(message().clientId);
    unsaved = 0;
    ({ text, version: seen, client_id: shown } = unseen);
    take(text);
    forget();
  }

  function settle(refused?: boolean) {
    if (!cleanText(text) || !isTyping()) show();
    else if (refused) offer(unseen);
    else if (unseen && !unsaved) setTimeout(settle, TYPING);
  }

  /** `draft`: as the server holds it now; the empty text of one that was deleted. */
  function hear(draft: ServerDraft, refused?: boolean) {
    if (!draft.text) {
      forget();
      if (!isTyping()) take((text = ""));
    } else if (draft.version > seen && !own.has(draft.client_id)) {
      unseen = draft;
      settle(refused);
    }
  }

  /** Resolves once the text is saved, or was refused; also a text that is being saved. */
  function save(leaving = false): Promise<void> {
    clearTimeout(timer);
    if (unsaved && saving !== unsaved) running = write(unsaved, leaving);
    return running;
  }

  async function write(at: number, leaving: boolean): Promise<void> {
    const { clientId, replyTo } = message();
    const words = cleanText(text);
    const draft = { text, replyTo, clientId, at, seen };
    saving = at;
    keep({ ...draft, unsure: true });
    // After a failure the next pause, or the connection, tries again.
    const answer = await put({ ...draft, unsure }, leaving).catch(() => null);
    if (saving === at) saving = 0;
    if (!answer) return;
    const { draft: saved } = answer;
    const isSaved = saved ? saved.text === words : !words;
    if (!isSaved && saved?.client_id === clientId) {
      // An earlier text of this message was longer on its way: it counts as typed when it arrived.
      if (unsaved === at) typed(text);
      return;
    }
    if (!isSaved && saved && saved.version > seen && own.has(saved.client_id)) {
      // An earlier text of this page, whose answer was lost.
      seen = saved.version;
      return save(leaving);
    }
    if (!isSaved) return saved ? hear(saved, true) : undefined;
    drop(clientId, at);
    if (unsaved === at) unsaved = 0;
    if (!saved) return;
    seen = Math.max(seen, saved.version);
    if (unseen && unseen.version < seen) forget();
  }

  function typed(value: string, stored?: number) {
    const { clientId, replyTo } = message();
    const at = stored ?? Date.now();
    if (stored === undefined) unsure = undefined;
    own.add(clientId);
    shown = "";
    text = value;
    unsaved = typedAt = at;
    keep({ text, replyTo, clientId, at, seen, unsure });
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
    if (!cleanText(text)) settle();
  }

  return {
    hear,
    save,
    /** `stored`: when the text was typed, for one that was stored here. */
    typed,
    /** Before `typed`, for a text of an earlier page. */
    adopt(local: LocalDraft) {
      own.add(local.clientId);
      // Absent from what an older page stored.
      seen = local.seen ?? 0;
      unsure = local.unsure;
    },
    /** The field is empty now. Returns the version that the message ends. */
    sent(): number {
      const version = seen;
      clearTimeout(timer);
      drop(message().clientId);
      unsaved = 0;
      typedAt = Date.now();
      text = "";
      settle();
      return version;
    },
    /** Another device sent a message to this partner. */
    sentElsewhere(clientId: string, words: string) {
      if (unseen?.client_id === clientId) forget();
      if (!isTyping() && (clientId === shown || words === cleanText(text))) take((text = ""));
    },
    takeOther: show,
    keepMine() {
      seen = unseen?.version ?? seen;
      forget();
      typed(text);
      void save();
    },
  };
}
