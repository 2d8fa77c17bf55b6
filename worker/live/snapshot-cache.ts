import { newId } from "../lib/ids.ts";
import { SNAPSHOTS, type Snapshot } from "./live.protocol.ts";

/** A write that has not told its result after this long is taken as lost, in milliseconds. */
const PENDING_MAX_AGE = 30_000;
/**
 * What no write tells (a partner's name, who is online, a session that another server ended) is at most this old. Short
 * of four minutes, so that a member who only polls is seen by D1 often enough to count as online, which ends after five.
 */
const SNAPSHOT_MAX_AGE = 210_000;
/** How long a revoked session is remembered when its end is not known: no session lasts longer. */
const SESSION_MAX_AGE = 30 * 24 * 3600 * 1000;

interface Session {
  expiresAt: number;
  revoked: boolean;
}

interface Kept {
  /** Domain, day and whatever else the answer depends on beside the session. */
  variant: string;
  body: string;
  keptAt: number;
}

interface PendingWrite {
  since: number;
  stored: boolean;
  /** Another write was under way at the same time, so nobody knows whose sums are the later ones. */
  overlapped: boolean;
}

export interface Found {
  body: string | null;
  mark: string;
}

/** The polled answers of one member, and the sessions that may have them. A snapshot is served only while it is known to be true. */
export class SnapshotCache {
  readonly #kv: SyncKvStorage;
  /** Writes that were announced and have not told their result. */
  readonly #pending = new Map<string, PendingWrite>();
  /** Counts changes of each answer; `#life` tells this count from that of an object that was evicted. */
  readonly #changes = { user: 0, chats: 0, likes: 0 };
  readonly #life = newId();

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    for (const [key, since] of kv.list<number>({ prefix: "pending:" })) {
      this.#pending.set(key.slice("pending:".length), { since, stored: true, overlapped: true });
    }
  }

  /** The kept answer or null, and the mark to hand to `keep` with the one that the caller then reads from D1. */
  find(tokenHash: string, kind: Snapshot, variant: string, now: number): Found {
    this.#expirePending(now);
    const mark = this.#mark(kind);
    const session = this.#kv.get<Session>(`session:${tokenHash}`);
    if (this.#pending.size === 0 && session && !session.revoked && session.expiresAt > now) {
      const kept = this.#kv.get<Kept>(`snapshot:${kind}:${tokenHash}`);
      if (kept?.variant === variant && now - kept.keptAt < SNAPSHOT_MAX_AGE) return { body: kept.body, mark };
    }
    return { body: null, mark };
  }

  /** Keeps an answer that was read from D1 after `mark` was handed out, unless something has changed since or may be changing. */
  keep(tokenHash: string, expiresAt: number, kind: Snapshot, variant: string, mark: string, body: string, now: number): boolean {
    if (mark !== this.#mark(kind) || this.#pending.size > 0 || !this.admit(tokenHash, expiresAt)) return false;
    this.#kv.put<Kept>(`snapshot:${kind}:${tokenHash}`, { variant, body, keptAt: now });
    return true;
  }

  /** Remembers a session that D1 has just found valid; false for one that was revoked, whatever D1 said. */
  admit(tokenHash: string, expiresAt: number): boolean {
    const known = this.#kv.get<Session>(`session:${tokenHash}`);
    if (known?.revoked) return false;
    if (known?.expiresAt !== expiresAt) this.#kv.put<Session>(`session:${tokenHash}`, { expiresAt, revoked: false });
    return true;
  }

  revoke(tokenHash: string, now: number): void {
    const known = this.#kv.get<Session>(`session:${tokenHash}`);
    this.#kv.put<Session>(`session:${tokenHash}`, { expiresAt: known?.expiresAt ?? now + SESSION_MAX_AGE, revoked: true });
    for (const kind of SNAPSHOTS) this.#kv.delete(`snapshot:${kind}:${tokenHash}`);
  }

  /** A write is coming. Stored only where there is a snapshot to distrust, so that a lively chat costs no storage. */
  expect(token: string, now: number): void {
    this.#expirePending(now);
    for (const write of this.#pending.values()) write.overlapped = true;
    const stored = !isEmpty(this.#kv.list({ prefix: "snapshot:", limit: 1 }));
    this.#pending.set(token, { since: now, stored, overlapped: this.#pending.size > 0 });
    if (stored) this.#kv.put(`pending:${token}`, now);
  }

  /** A write is done. True where its sums are certain to be the latest: it was announced and no other ran beside it. */
  finish(token: string | null, changed: readonly Snapshot[]): boolean {
    const write = token === null ? undefined : this.#pending.get(token);
    if (token !== null && write) this.#forget(token, write);
    this.#drop(changed);
    return write !== undefined && !write.overlapped;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Deletes what time has ended; the moment at which to do so again, or null when nothing is left. */
  sweep(now: number): number | null {
    let next: number | null = null;
    for (const [key, session] of this.#kv.list<Session>({ prefix: "session:" })) {
      if (session.expiresAt <= now) this.#kv.delete(key);
      else next = Math.min(next ?? session.expiresAt, session.expiresAt);
    }
    for (const [key, kept] of this.#kv.list<Kept>({ prefix: "snapshot:" })) {
      if (now - kept.keptAt >= SNAPSHOT_MAX_AGE) this.#kv.delete(key);
    }
    return next;
  }

  #mark(kind: Snapshot): string {
    return `${this.#life}.${this.#changes[kind]}`;
  }

  /** A write whose telling was lost may have changed anything: the next poll asks D1. */
  #expirePending(now: number): void {
    for (const [token, write] of this.#pending) {
      if (now - write.since < PENDING_MAX_AGE) continue;
      this.#forget(token, write);
      this.#drop(SNAPSHOTS);
    }
  }

  #forget(token: string, write: PendingWrite): void {
    this.#pending.delete(token);
    if (write.stored) this.#kv.delete(`pending:${token}`);
  }

  #drop(kinds: readonly Snapshot[]): void {
    for (const kind of kinds) {
      this.#changes[kind]++;
      for (const [key] of this.#kv.list({ prefix: `snapshot:${kind}:` })) this.#kv.delete(key);
    }
  }
}

function isEmpty(entries: Iterable<unknown>): boolean {
  for (const _ of entries) return false;
  return true;
}
