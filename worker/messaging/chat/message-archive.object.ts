import { DurableObject } from "cloudflare:workers";
import type {
  ArchivedRange,
  ArchivedReaction,
  ArchivedRow,
  ArchiveSource,
  Chunk,
  Hidden,
  Hiding,
  Marked,
  Read,
  Receipt,
  Wanted,
} from "#worker/platform/archived.ts";
import { log } from "#worker/platform/log.ts";

/** Bounds one call. */
const CHUNKS = 20;
/** Columns that a change writes; a row may be older than they are. */
const CHANGED = [
  "sender_reaction",
  "receiver_reaction",
  "hidden_from_sender",
  "hidden_from_receiver",
  "sender_changed",
  "receiver_changed",
];
/** In ms: a move that was killed is checked then. */
const CHECK_AFTER = 60_000;

/** Old messages of one conversation. Only the object itself moves rows, so that no two moves overlap. Decision 52. */
export class MessageArchive extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  readonly #source: ArchiveSource;
  #last: Promise<unknown> = Promise.resolve();

  /** The runtime passes only two arguments; the exported class adds `source` (objects.ts). */
  constructor(ctx: DurableObjectState, env: Env, source: ArchiveSource) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#source = source;
  }

  /** Copies, then deletes in D1. Repeating it after a failure at any point loses and doubles nothing. Returns rows moved. */
  async move(conversation: string, before: number): Promise<number> {
    return this.#alone(async () => {
      let moved = 0;
      let certain = true;
      for (let count = 0; count < CHUNKS; count++) {
        const chunk = await this.#source.next(conversation, before);
        if (!chunk) {
          await this.#forget();
          return moved;
        }
        await this.#stage(conversation, chunk);
        certain = await this.#source.commit(conversation, chunk);
        if (certain) moved += chunk.rows.length;
        else log("info", "messages changed while they moved", { conversation });
        if (!chunk.more) break;
      }
      if (certain) await this.ctx.storage.deleteAlarm();
      else await this.#check(conversation);
      return moved;
    });
  }

  page({ after, before, limit, order }: ArchivedRange): ArchivedRow[] {
    if (!this.#exists()) return [];
    const direction = order === "ascending" ? "ASC" : "DESC";
    return this.#sql
      .exec<ArchivedRow>(
        `SELECT * FROM messages WHERE seq > ? AND seq < ? ORDER BY seq ${direction} LIMIT ?`,
        after,
        before,
        limit,
      )
      .toArray();
  }

  read({ range, seqs, changes }: Wanted, end: number): Read<ArchivedRow> {
    if (!this.#exists()) return { rows: [], quoted: [], changed: [] };
    const rows = range ? this.page(range) : [];
    const changed = changes ? this.#changes(changes, end) : [];
    const replies = [...rows, ...changed].flatMap((row) => (typeof row.reply_to === "number" ? [row.reply_to] : []));
    const quoted = this.#sql
      .exec<ArchivedRow>(
        "SELECT * FROM messages WHERE seq <= ? AND seq IN (SELECT value FROM json_each(?))",
        end,
        JSON.stringify([...seqs, ...replies]),
      )
      .toArray();
    return { rows, quoted, changed };
  }

  /** Null for a message that the member does not see. */
  react({ memberId, seq, reaction, versions, oldest }: ArchivedReaction, end: number): ArchivedRow | null {
    const row = this.#changeable(seq, end);
    if (!row || row.type === "system" || Number(row.created_at) < oldest) return null;
    const [mine, theirs] = sidesOf(row, memberId);
    if (row[`hidden_from_${mine}`] === 1) return null;
    this.#sql.exec(
      `UPDATE messages SET ${mine}_reaction = ?, ${mine}_changed = ?, ${theirs}_changed = ? WHERE seq = ?`,
      reaction,
      versions.mine,
      versions.theirs,
      seq,
    );
    return this.#changeable(seq, end);
  }

  /** Repeating it changes nothing. Without a message it tells only what is left. */
  hide({ memberId, seq, readSeq, removedSeq, version, alone }: Hiding, end: number): Hidden<ArchivedRow> {
    if (!this.#exists()) return { message: null, last: null, left: 0 };
    const row = seq > removedSeq ? this.#changeable(seq, end) : null;
    if (row) {
      const [mine] = sidesOf(row, memberId);
      this.#sql.exec(
        `UPDATE messages SET hidden_from_${mine} = 1, ${mine}_changed = ? WHERE seq = ? AND coalesce(hidden_from_${mine}, 0) = 0`,
        version,
        seq,
      );
      if (alone === 1) this.#sql.exec("UPDATE messages SET text = '' WHERE seq = ?", seq);
    }
    this.#add(CHANGED);
    const from = Math.max(readSeq, removedSeq);
    const { left } = this.#sql
      .exec<{ left: number }>(
        `SELECT count(*) AS "left" FROM messages
          WHERE seq > ? AND seq <= ? AND sender_id <> ? AND coalesce(hidden_from_receiver, 0) = 0`,
        from,
        end,
        memberId,
      )
      .one();
    const [last = null] = this.#sql
      .exec<ArchivedRow>(
        `SELECT * FROM messages WHERE seq > ? AND seq <= ?
          AND coalesce(iif(sender_id = ?, hidden_from_sender, hidden_from_receiver), 0) = 0 ORDER BY seq DESC LIMIT 1`,
        removedSeq,
        end,
        memberId,
      )
      .toArray();
    return { message: row && this.#changeable(seq, end), last, left };
  }

  find(senderId: string, clientId: string, upTo: number): ArchivedRow | null {
    if (!this.#exists()) return null;
    const rows = this.#sql.exec<ArchivedRow>(
      "SELECT * FROM messages WHERE seq <= ? AND sender_id = ? AND client_id = ?",
      upTo,
      senderId,
      clientId,
    );
    return rows.toArray()[0] ?? null;
  }

  /** `end`: what the database calls archived. */
  mark({ reader, after, upTo, read, now }: Receipt, end: number): Marked {
    if (!this.#exists()) return { marked: 0, left: 0 };
    const last = Math.min(upTo, end);
    const set = read ? "read_at = ?1, delivered_at = coalesce(delivered_at, ?1)" : "delivered_at = ?1";
    const { rowsWritten } = this.#sql.exec(
      `UPDATE messages SET ${set} WHERE seq > ?2 AND seq <= ?3 AND sender_id <> ?4 AND ${read ? "read_at" : "delivered_at"} IS NULL`,
      now,
      after,
      last,
      reader,
    );
    const shown = this.#columns().has("hidden_from_receiver") ? " AND coalesce(hidden_from_receiver, 0) = 0" : "";
    const { left } = this.#sql
      .exec<{ left: number }>(
        `SELECT count(*) AS "left" FROM messages WHERE seq > ? AND seq <= ? AND sender_id <> ?${shown}`,
        last,
        end,
        reader,
      )
      .one();
    return { marked: rowsWritten, left };
  }

  /** `goneId`: an erased member. Messages hidden from that member's partner then have no reader. */
  async erase(upToSeq: number, goneId: string | null): Promise<void> {
    await this.#alone(async () => {
      if (!this.#exists()) return;
      this.#sql.exec("DELETE FROM messages WHERE seq <= ?", upToSeq);
      if (goneId !== null && this.#columns().has("hidden_from_receiver"))
        this.#sql.exec(
          "UPDATE messages SET text = '' WHERE iif(sender_id = ?, hidden_from_receiver, hidden_from_sender) = 1",
          goneId,
        );
      if (this.#sql.exec("SELECT 1 FROM messages LIMIT 1").toArray().length === 0) await this.#forget();
    });
  }

  override async alarm(): Promise<void> {
    const conversation = this.ctx.storage.kv.get<string>("conversation");
    if (conversation !== undefined) await this.#alone(() => this.#check(conversation));
  }

  /** Rows beyond the boundary belong to an interrupted move: D1 still has them, or they are gone there. */
  async #check(conversation: string): Promise<void> {
    const archived = await this.#source.archivedSeq(conversation);
    if (archived === null) return this.#forget();
    if (this.#exists()) this.#sql.exec("DELETE FROM messages WHERE seq > ?", archived);
    await this.ctx.storage.deleteAlarm();
  }

  async #stage(conversation: string, { from, rows }: Chunk): Promise<void> {
    if (rows.length === 0) return;
    const alarm = this.ctx.storage.setAlarm(Date.now() + CHECK_AFTER);
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.kv.put("conversation", conversation);
      this.#sql.exec("CREATE TABLE IF NOT EXISTS messages (seq INTEGER PRIMARY KEY)");
      this.#sql.exec("DELETE FROM messages WHERE seq > ?", from);
      const columns = this.#columns();
      for (const text of rows) this.#insert(JSON.parse(text) as ArchivedRow, columns);
    });
    await alarm;
    // D1 deletes rows only after this object has them on disk.
    await this.ctx.storage.sync();
  }

  /** A column that a later migration of D1 added is added here by the first row that has it. */
  #insert(row: ArchivedRow, columns: Set<string>): void {
    const names = Object.keys(row);
    this.#add(names, columns);
    const list = names.map((name) => `"${name}"`).join(", ");
    this.#sql.exec(`INSERT INTO messages (${list}) VALUES (${names.map(() => "?").join(", ")})`, ...Object.values(row));
  }

  /** Null beyond `end`: rows there belong to a move that is under way. */
  #changeable(seq: number, end: number): ArchivedRow | null {
    if (seq > end || !this.#exists()) return null;
    this.#add(CHANGED);
    return this.#sql.exec<ArchivedRow>("SELECT * FROM messages WHERE seq = ?", seq).toArray()[0] ?? null;
  }

  #changes({ memberId, since, after, limit }: NonNullable<Wanted["changes"]>, end: number): ArchivedRow[] {
    this.#add(CHANGED);
    return this.#sql
      .exec<ArchivedRow>(
        `SELECT * FROM messages WHERE seq > ?1 AND seq <= ?2 AND iif(sender_id = ?3, sender_changed, receiver_changed) > ?4
          ORDER BY iif(sender_id = ?3, sender_changed, receiver_changed) LIMIT ?5`,
        after,
        end,
        memberId,
        since,
        limit,
      )
      .toArray();
  }

  #add(names: string[], columns = this.#columns()): void {
    for (const name of names) {
      if (columns.has(name)) continue;
      if (!/^[a-z_]+$/.test(name)) throw new TypeError(`no column name: ${name}`);
      this.#sql.exec(`ALTER TABLE messages ADD COLUMN "${name}"`);
      columns.add(name);
    }
  }

  #columns(): Set<string> {
    return new Set(this.#sql.exec("SELECT * FROM messages LIMIT 0").columnNames);
  }

  #exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'messages'").toArray().length > 0;
  }

  async #forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Runs one write at a time: a write that waits for D1 must not overlap another. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => {}); // its caller sees the failure
    return done;
  }
}

/** Column prefixes of the member and of the partner. */
function sidesOf(row: ArchivedRow, memberId: string) {
  return row.sender_id === memberId ? (["sender", "receiver"] as const) : (["receiver", "sender"] as const);
}
