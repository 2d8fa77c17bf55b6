import { HOLDINGS } from "#db/holdings.ts";
import { type Translate, translator } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import { MAX_ZIP_FILES, type ZipFile } from "#worker/accounts/leaving/zip.ts";
import type { ConfirmPassword } from "#worker/accounts/sessions/password-confirmation.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { type Marks, receiptsIn } from "#worker/messaging/chat/marks.ts";
import type { MessageRow } from "#worker/messaging/chat/message.sql.ts";
import type { MessageArchive } from "#worker/messaging/chat/message-archive.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import type { Input } from "#worker/platform/call.ts";
import { readerOf } from "#worker/platform/dates.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import { readersZone } from "#worker/platform/zones.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Archives } from "./archives.ts";
import type { contract, ExportState } from "./export.contract.ts";
import type { ExportRow, ExportStore, Said, Talk } from "./export.store.ts";
import { readme } from "./readme.template.ts";

/** Validity of an archive, and the interval between two, in ms. */
const RETENTION = DAY;
/** Time limits (ms) of one attempt and of all attempts. */
const LEASE = 5 * MINUTE;
const GIVEN_UP = HOUR;
const MADE_AT_ONCE = 3;
/** More than are made per tick, so that a failing one blocks no other. */
const SWEPT_AT_ONCE = 100;
/** Per file; one file is in memory at a time. */
const MESSAGES = 2_000;

export interface ExportDeps {
  store: ExportStore;
  archives: Archives;
  archived: MessageArchive["page"];
  mails: Pick<Mails, "dataExport" | "dispatch">;
  confirmPassword: ConfirmPassword;
  after(work: Promise<unknown>): void;
  memberOf(id: string): Promise<Member | null>;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export function createExports(deps: ExportDeps) {
  const { store, archives, archived, mails, confirmPassword, after, memberOf, domainOf, originOf } = deps;

  return { dataExport, requestExport, exportFor, make, sweep, file };

  async function dataExport(ctx: MemberContext): Promise<ExportState> {
    return stateOf(await store.latest(ctx.viewer.id), ctx.now);
  }

  /** @throws invalid (password_wrong), login_blocked, too_many_requests */
  async function requestExport(ctx: MemberContext, { password }: Input<typeof contract.requestExport>): Promise<ExportState> {
    const wrong = await confirmPassword(ctx, { field: "password", code: "password_wrong", password });
    if (wrong) throw invalid(wrong);
    const accountId = ctx.viewer.id;
    const row = { id: newId(), accountId, key: archives.keyOf(accountId, newSecret(24)), createdAt: ctx.now };
    if (!(await store.add(row, ctx.now - RETENTION))) {
      const latest = await store.latest(accountId);
      const wait = Math.max(MINUTE, (latest?.createdAt ?? 0) + RETENTION - ctx.now);
      throw new AppError("too_many_requests", {
        params: { minutes: Math.ceil(wait / MINUTE) },
        retryAfter: Math.ceil(wait / 1000),
      });
    }
    // The cron repeats an interrupted attempt.
    after(make(row.id, ctx.now));
    return stateOf(await store.latest(accountId), ctx.now);
  }

  /** Two persons of the staff do it for a member who asked elsewhere. One that was made within a day is enough. */
  async function exportFor({ id: accountId }: Pick<Member, "id">, now: number): Promise<void> {
    const row = { id: newId(), accountId, key: archives.keyOf(accountId, newSecret(24)), createdAt: now };
    if (await store.add(row, now - RETENTION)) after(make(row.id, now));
  }

  /** Never rejects: the sweep retries for an hour. */
  async function make(id: string, now: number): Promise<void> {
    try {
      const row = await store.claim(id, now + LEASE, now);
      if (row) await write(row, now);
    } catch (error) {
      log("error", "data export failed", { export: id, error });
    }
  }

  async function sweep(now: number): Promise<void> {
    let made = 0;
    for (const row of await store.due(now, SWEPT_AT_ONCE)) {
      try {
        if (row.status !== "queued") {
          await archives.remove(row.key);
          await store.remove(row.id);
        } else if (now - row.createdAt > GIVEN_UP) await store.giveUp(row.id, now + RETENTION);
        else if (made++ < MADE_AT_ONCE) await make(row.id, now);
      } catch (error) {
        log("error", "data export not swept", { export: row.id, error });
      }
    }
  }

  /** Null unless owned, ready and not expired. */
  async function file(accountId: string, id: string, now: number): Promise<{ body: ReadableStream; size: number } | null> {
    const row = await store.latest(accountId);
    if (row?.id !== id || row.status !== "ready" || row.expiresAt <= now) return null;
    return archives.read(row.key);
  }

  async function write({ id, accountId, key }: ExportRow, now: number): Promise<void> {
    const member = await memberOf(accountId);
    const domain = member && (await domainOf(member.account.domainId));
    if (!member || !domain) return;
    const t = await translator(member.account.language as Language);
    const size = await archives.write(key, entries(accountId, t, domain, now));
    const sender = { domain, country: member.profile.country, now, origin: originOf(domain) };
    const mail = await mails.dataExport(sender, addresseeOf(member));
    const outcome = await store.finish(id, size, { now, until: now + RETENTION }, mail);
    if (outcome === "finished") await mails.dispatch(mail.id);
    // An account erased meanwhile must leave no archive.
    if (outcome === "gone") await archives.remove(key);
  }

  async function* entries(accountId: string, t: Translate, domain: Domain, now: number): AsyncGenerator<ZipFile> {
    const names: string[] = [];
    const { geoip_country: home, countries } = domain.settings;
    const reader = readerOf(t.language, home, readersZone(null, home, ...countries));
    const named = (name: string, input: Uint8Array): ZipFile => {
      if (names.push(name) > MAX_ZIP_FILES) throw new RangeError("too many files for one archive");
      return { name, input, lastModified: now };
    };
    for (const [table, { download }] of Object.entries(HOLDINGS)) {
      if ("not" in download || download.file === "chats") continue;
      const rows = await store.rows(table, accountId);
      yield named(`${download.file}.json`, json(rows.map(legible)));
    }
    const sent = await store.sentPhotos(accountId);
    const sentNames = new Map(sent.map((one) => [`${one.conversation}-${one.seq}`, sentName(one)]));
    for (const [index, talk] of (await store.talks(accountId)).entries()) {
      let part = 0;
      for await (const said of saidIn(accountId, talk)) {
        const suffix = ++part > 1 ? `-${part}` : "";
        yield named(`chats/${String(index + 1).padStart(4, "0")}${suffix}.json`, json(chatOf(accountId, talk, said, sentNames)));
      }
    }
    for (const [index, { key }] of (await store.photoKeys(accountId)).entries()) {
      const photo = await archives.photo(key);
      if (photo) yield named(`photos/${String(index + 1).padStart(2, "0")}${extensionOf(photo)}`, photo);
    }
    for (const [index, { key }] of (await store.proofKeys(accountId)).entries()) {
      const photo = await archives.photo(key);
      if (photo) yield named(`verifications/${String(index + 1).padStart(2, "0")}${extensionOf(photo)}`, photo);
    }
    for (const [index, { key, question, container }] of (await store.spoken(accountId)).entries()) {
      const recording = await archives.photo(key);
      if (recording) yield named(`recordings/${String(index + 1).padStart(2, "0")}-${question}.${container}`, recording);
    }
    for (const picture of sent) {
      const photo = await archives.photo(picture.key);
      if (photo) yield named(sentName(picture), photo);
    }
    yield named("README.html", readme(t, domain.settings.name, names, now, reader));
  }

  /** In parts, at least one. Messages may be archived meanwhile. */
  async function* saidIn(accountId: string, talk: Talk): AsyncGenerator<Said[]> {
    let seq = 0;
    let end = talk.archivedSeq;
    for (let part = 0; ; ) {
      const old = seq < end;
      const range = { after: seq, before: end + 1, limit: MESSAGES, order: "ascending" } as const;
      const { said, archivedSeq } = old
        ? { said: (await archived(talk.id, range)).map((row) => saidOf(accountId, row)), archivedSeq: end }
        : await store.said(accountId, talk, seq, MESSAGES);
      if (archivedSeq > Math.max(seq, end)) {
        end = archivedSeq;
        continue;
      }
      seq = said.length < MESSAGES ? Math.max(seq, end) : (said.at(-1)?.seq ?? end);
      const own = said.filter(
        (message) => message.senderId === accountId || (message.seq > talk.removedSeq && message.hidden === 0),
      );
      const last = !old && said.length < MESSAGES;
      if (own.length > 0 || (last && part === 0)) {
        yield own;
        part++;
      }
      if (last) return;
    }
  }
}

function stateOf(row: ExportRow | null, now: number): ExportState {
  if (!row || (row.status === "ready" && row.expiresAt <= now)) return { export: null, next_at: null };
  const { id, status, size, createdAt, expiresAt } = row;
  const ready = status === "ready";
  const nextAt = createdAt + RETENTION;
  return {
    export: { id, status, size: ready ? size : null, created_at: iso(createdAt), expires_at: ready ? iso(expiresAt) : null },
    next_at: status === "failed" || nextAt <= now ? null : iso(nextAt),
  };
}

function saidOf(accountId: string, row: MessageRow): Said {
  const own = row.senderId === accountId;
  const [reaction, partnerReaction] = own
    ? [row.senderReaction, row.receiverReaction]
    : [row.receiverReaction, row.senderReaction];
  return { ...row, reaction, partnerReaction, hidden: Number(own ? row.hiddenFromSender : row.hiddenFromReceiver) };
}

type SentPhoto = Awaited<ReturnType<ExportStore["sentPhotos"]>>[number];

function sentName({ conversation, seq, container }: Omit<SentPhoto, "key">): string {
  return container === null ? `chats/photos/${conversation}-${seq}.webp` : `chats/recordings/${conversation}-${seq}.${container}`;
}

function chatOf(accountId: string, talk: Talk, said: Said[], sent: ReadonlyMap<string, string>) {
  const { id, partner, name, startedBy, createdAt, fictional } = talk;
  const marks = new Map(JSON.parse(talk.marks) as [string, Marks][]);
  return {
    conversation: id,
    with: { id: partner, name, ...(fictional === 1 && { fictional: true }) },
    started_by: startedBy === accountId ? "you" : "them",
    created_at: iso(createdAt),
    messages: said.map((message) => {
      const own = message.senderId === accountId;
      const file = sent.get(`${id}-${message.seq}`);
      const receipts = receiptsIn(message, marks);
      const { readAt, deliveredAt } = own ? shownOf(receipts, talk) : receipts;
      return {
        number: message.seq,
        from: own ? "you" : "them",
        type: message.type,
        text: message.text,
        ...(!own && fictional === 1 && { by_staff: true }),
        ...(file !== undefined && { [message.type === "voice" ? "recording" : "photo"]: file }),
        // Only the sender sees the price.
        ...(own ? { price: message.price } : {}),
        created_at: iso(message.createdAt),
        delivered_at: deliveredAt === null ? null : iso(deliveredAt),
        read_at: readAt === null ? null : iso(readAt),
        ...(message.replyTo === null ? {} : { answers: message.replyTo }),
        ...(message.editedAt === null ? {} : { edited_at: iso(message.editedAt) }),
        ...(message.reaction === null ? {} : { your_reaction: message.reaction }),
        ...(message.partnerReaction === null ? {} : { their_reaction: message.partnerReaction }),
        ...(message.hidden === 1 ? { deleted_for_you: true } : {}),
      };
    }),
  };
}

/** Receipts as the chat shows them, within both members' privacy settings. */
function shownOf({ readAt: read, deliveredAt }: Pick<Said, "readAt" | "deliveredAt">, { showsRead, showsOnline }: Talk) {
  const readAt = showsRead === 1 ? read : null;
  return { readAt, deliveredAt: showsOnline === 1 ? deliveredAt : readAt };
}

function legible(row: Record<string, unknown>): Record<string, unknown> {
  const value = ([column, held]: [string, unknown]): unknown => {
    if (typeof held === "number" && held > 1e11 && /(^|_)at$/.test(column)) return iso(held);
    if (typeof held !== "string" || !/^[[{]/.test(held)) return held;
    try {
      return JSON.parse(held, withoutKeys);
    } catch {
      return held; // plain text that starts with a bracket
    }
  };
  return Object.fromEntries(Object.entries(row).map(([column, held]) => [column, value([column, held])]));
}

/** The names of files are those of the archive. */
function withoutKeys(name: string, value: unknown): unknown {
  if (name !== "voice" || typeof value !== "object" || value === null) return value;
  return { ...value, key: undefined };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

/** Uploads are WebP; the drawings of the demo are SVG. */
function extensionOf(bytes: Uint8Array): string {
  return bytes[0] === 0x3c ? ".svg" : ".webp";
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
