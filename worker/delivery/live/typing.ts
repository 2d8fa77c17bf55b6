import type { InboxDeps } from "./inbox-deps.ts";

/** In ms, per conversation. */
const TYPING_EVERY = 2_000;
const MAX_PARTNERS = 100;

/** Whom a member's typing is told to. */
export class Typing {
  readonly #kv: SyncKvStorage;
  readonly #partnerOf: InboxDeps["partnerOf"];
  readonly #partners = new Map<string, { partner: Promise<string | null>; typedAt: number }>();

  constructor(kv: SyncKvStorage, partnerOf: InboxDeps["partnerOf"]) {
    this.#kv = kv;
    this.#partnerOf = partnerOf;
  }

  setPartner(conversation: string, partner: string): void {
    this.#kv.put(`partner:${conversation}`, partner);
    this.#partners.delete(conversation);
  }

  clear(): void {
    this.#partners.clear();
  }

  forget(): void {
    for (const [key] of this.#kv.list({ prefix: "partner:" })) this.#kv.delete(key);
  }

  /** The partner to tell; null for nobody, and soon after the last time. `localId` is null for a member of an upstream. */
  async typed(localId: string | null, conversation: string, now: number): Promise<string | null> {
    const talk = this.#talk(localId, conversation);
    if (now - talk.typedAt < TYPING_EVERY) return null;
    talk.typedAt = now;
    return talk.partner;
  }

  #talk(localId: string | null, conversation: string) {
    const known = this.#partners.get(conversation);
    if (known) return known;
    const stored = this.#kv.get<string>(`partner:${conversation}`) ?? null;
    const partner = stored || !localId ? Promise.resolve(stored) : this.#partnerOf(localId, conversation);
    partner.catch(() => this.#partners.delete(conversation)); // the caller sees the failure; the next frame asks again
    const talk = { partner, typedAt: 0 };
    if (this.#partners.size >= MAX_PARTNERS) this.#partners.clear();
    this.#partners.set(conversation, talk);
    return talk;
  }
}
