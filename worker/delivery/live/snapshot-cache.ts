import { newId } from "#worker/platform/ids.ts";
import { SNAPSHOTS, type Snapshot } from "./live.protocol.ts";
import type { Span } from "./live.ts";

/** In ms; an older unfinished write counts as lost. */
const PENDING_MAX_AGE = 30_000;
/** In ms; bounds changes that no write tells. Below four minutes, so that polling alone keeps a member online. */
const SNAPSHOT_MAX_AGE = 210_000;
/** In ms; the maximum age of a session whose end is unknown. */
const SESSION_MAX_AGE = 30 * 24 * 3600 * 1000;

/** In ms: a write begins within 30 s of the last suspension, and ends within 30 s more. */
const SUSPENSION = 60_000;
/** In ms: a suspension is stored for longer, so that a lively conversation stores it seldom. */
const SUSPENSION_STORED = 75_000;

/** Snapshots that messages and read receipts change. */
const SUSPENDED: readonly Snapshot[] = ["user", "chats"];

interface Session {
  expiresAt: number;
  revoked: boolean;
}

interface StoredSnapshot {
  variant: string;
  body: string;
  storedAt: number;
}

interface PendingWrite {
  since: number;
  stored: boolean;
  /** A concurrent write ran, so the order of the sums is unknown. */
  overlapped: boolean;
}

export interface Found {
  body: string | null;
  mark: string;
}

/** Serves a snapshot only while it is known to be current. */
export class SnapshotCache {
  readonly #kv: SyncKvStorage;
  readonly #pending = new Map<string, PendingWrite>();
  /** `#life` separates these counts from those of an evicted object. */
  readonly #changes = { user: 0, chats: 0, likes: 0 };
  readonly #life = newId();
  /** In ms. */
  #suspendedUntil: number;
  /** In ms; the end of the last told write. */
  #latest = 0;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#suspendedUntil = kv.get<number>("suspendedUntil") ?? 0;
    for (const [key, since] of kv.list<number>({ prefix: "pending:" })) {
      this.#pending.set(key.slice("pending:".length), { since, stored: true, overlapped: true });
    }
  }

  find(tokenHash: string, kind: Snapshot, variant: string, now: number): Found {
    this.#expirePending(now);
    if (this.#isSuspended(kind, now)) return { body: null, mark: "" };
    const mark = this.#mark(kind);
    const session = this.#kv.get<Session>(`session:${tokenHash}`);
    if (this.#pending.size === 0 && session && !session.revoked && session.expiresAt > now) {
      const stored = this.#kv.get<StoredSnapshot>(`snapshot:${kind}:${tokenHash}`);
      if (stored?.variant === variant && now - stored.storedAt < SNAPSHOT_MAX_AGE) return { body: stored.body, mark };
    }
    return { body: null, mark };
  }

  /** Rejects an answer if a change has happened, or may be happening, since `mark`. */
  keep(tokenHash: string, expiresAt: number, kind: Snapshot, variant: string, mark: string, body: string, now: number): boolean {
    if (mark !== this.#mark(kind) || this.#pending.size > 0 || this.#isSuspended(kind, now) || !this.admit(tokenHash, expiresAt))
      return false;
    this.#kv.put<StoredSnapshot>(`snapshot:${kind}:${tokenHash}`, { variant, body, storedAt: now });
    return true;
  }

  /** False for a revoked session, whatever D1 said. */
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

  /** Stored only if a snapshot exists: an active chat must not cost storage. */
  expect(token: string, now: number): void {
    this.#expirePending(now);
    for (const write of this.#pending.values()) write.overlapped = true;
    const stored = !isEmpty(this.#kv.list({ prefix: "snapshot:", limit: 1 }));
    this.#pending.set(token, { since: now, stored, overlapped: this.#pending.size > 0 });
    if (stored) this.#kv.put(`pending:${token}`, now);
  }

  /** True if the write's sums are the latest: announced, and without a concurrent write. */
  finish(token: string | null, changed: readonly Snapshot[], now: number): boolean {
    this.#latest = Math.max(this.#latest, now);
    const write = token === null ? undefined : this.#pending.get(token);
    if (token !== null && write) this.#forget(token, write);
    this.#drop(changed);
    return write !== undefined && !write.overlapped;
  }

  /** Keeps nothing for a while: decision 50. */
  suspend(now: number): void {
    if (now + SUSPENSION <= this.#suspendedUntil) return;
    if (now >= this.#suspendedUntil) this.#drop(SUSPENDED);
    this.#suspendedUntil = now + SUSPENSION_STORED;
    this.#kv.put("suspendedUntil", this.#suspendedUntil);
  }

  /** True if the write's sums are the latest: no other write overlapped it. */
  conclude({ from, until }: Span, changed: readonly Snapshot[], now: number): boolean {
    const certain = this.#pending.size === 0 && from >= this.#latest;
    for (const write of this.#pending.values()) write.overlapped = true;
    this.#latest = Math.max(this.#latest, until);
    const suspended = now < this.#suspendedUntil;
    this.suspend(now);
    // A suspension stores no snapshot of these kinds, so none needs to be dropped.
    this.#drop(suspended ? changed.filter((kind) => !SUSPENDED.includes(kind)) : changed);
    return certain;
  }

  isUncertain(now: number): boolean {
    return this.#pending.size > 0 || now < this.#suspendedUntil;
  }

  sweep(now: number): number | null {
    let next: number | null = null;
    for (const [key, session] of this.#kv.list<Session>({ prefix: "session:" })) {
      if (session.expiresAt <= now) this.#kv.delete(key);
      else next = Math.min(next ?? session.expiresAt, session.expiresAt);
    }
    for (const [key, stored] of this.#kv.list<StoredSnapshot>({ prefix: "snapshot:" })) {
      if (!(now - stored.storedAt < SNAPSHOT_MAX_AGE)) this.#kv.delete(key);
    }
    if (now >= this.#suspendedUntil) this.#kv.delete("suspendedUntil");
    return next;
  }

  #isSuspended(kind: Snapshot, now: number): boolean {
    return now < this.#suspendedUntil && SUSPENDED.includes(kind);
  }

  #mark(kind: Snapshot): string {
    return `${this.#life}.${this.#changes[kind]}`;
  }

  /** A lost write may have changed anything: the next poll reads D1. */
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
