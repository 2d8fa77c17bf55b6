import { hashWith } from "#scripts/password.ts";
import { HASH_KEPT } from "#worker/accounts/arrival/legacy.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { foldedAddress, identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { type ReadHash, writeWrapped } from "#worker/platform/legacy-hash.ts";
import { nameKey } from "#worker/platform/text.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { conversationOf, type NewConversation, writeConversations } from "./conversations.ts";
import type { ImportLine, ImportMember, ImportPhoto } from "./format.ts";
import type { Ids } from "./ids.ts";
import { freeNames, hashOf, type MemberRow, rowOf } from "./member-rows.ts";
import type { Report } from "./report.ts";
import { known, type NewMember, type Pair, type Target, writeBans, writeBlocks, writeLikes, writeMembers } from "./write.ts";

const MEMBERS = 200;
const PAIRS = 1_000;
const MESSAGES = 2_000;

export interface BroughtPhoto {
  member: string;
  id: string;
  line: number;
  photo: ImportPhoto;
}

interface Deps {
  target: Target;
  site: DomainFile;
  ids: Ids;
  pepper: string;
  report: Report;
  /** Writes nothing. */
  dry: boolean;
}

interface Waiting {
  row: MemberRow;
  hash: ReadHash | null;
  line: number;
  photos: ImportPhoto[];
}

/** Takes the lines of a file in their order, and writes them in chunks. */
export function createIntake({ target, site, ids, pepper, report, dry }: Deps) {
  const counts = { members: 0, known: 0, banned: 0, likes: 0, blocks: 0, conversations: 0, messages: 0 };
  /** By old id. Whoever is not there was refused, or comes later in the file. */
  const brought = new Map<string, string>();
  const emails = new Map<string, number>();
  const names = new Set<string>();
  const photos: BroughtPhoto[] = [];
  let members: Waiting[] = [];
  let bans: { id: string; email: string }[] = [];
  let likes: (Pair & { isNew: boolean })[] = [];
  let blocks: Pair[] = [];
  let chats: NewConversation[] = [];
  let [waiting, seen, safe] = [0, 0, 0];

  /** True if everything until this line is written. `done`: it was, by an earlier run. */
  async function take(line: ImportLine, number: number, done: boolean): Promise<boolean> {
    seen = number;
    const isAbout = line.type !== "member" && line.type !== "source";
    if (isAbout && members.length > 0) await flushMembers();
    const reason = isAbout ? takeOther(line, done) : line.type === "member" ? takeMember(line, number) : null;
    if (reason !== null) report.refused(number, reason);
    const full = members.length >= MEMBERS || likes.length >= PAIRS || blocks.length >= PAIRS || waiting >= MESSAGES;
    if (full) await flush();
    return full;
  }

  /** Null, or the reason why there is no such member. */
  function takeMember(line: ImportMember, number: number): string | null {
    if (brought.has(line.id)) return `the id ${line.id} is there twice`;
    const tell = (text: string) => report.changed(number, `${line.id}: ${text}`);
    const row = rowOf(line, site, target.now, ids.member(line.id), tell);
    if (typeof row === "string") return `${line.id}: ${row}`;
    const same = emails.get(row.email);
    if (same) return `${line.id}: the address is that of line ${same}`;
    emails.set(row.email, number);
    if (row.banned) {
      bans.push({ id: ids.ban(row.email), email: row.email });
      counts.banned++;
      return null;
    }
    brought.set(line.id, row.id);
    members.push({ row, hash: hashOf(line, tell), line: number, photos: line.photos ?? [] });
    return null;
  }

  /** Null, or the reason why the line is not taken. */
  function takeOther(line: Exclude<ImportLine, { type: "member" | "source" }>, done: boolean): string | null {
    const [one, other] = line.type === "conversation" ? line.members : [line.from, line.to];
    const missing = [one, other].find((old) => !brought.has(old));
    if (missing !== undefined) return `the member ${missing} was not brought`;
    if (one === other) return "it is about one member";
    const idOf = (old: string) => brought.get(old) ?? "";
    if (line.type === "conversation") {
      const chat = conversationOf(line, ids.conversation(one, other), idOf);
      if (typeof chat === "string") return chat;
      counts.conversations++;
      counts.messages += chat.messages.length;
      if (done) return null;
      chats.push(chat);
      waiting += chat.messages.length;
      return null;
    }
    const pair = { from: idOf(one), to: idOf(other), at: Date.parse(line.at) };
    if (line.type === "like") {
      counts.likes++;
      if (!done) likes.push({ ...pair, isNew: !line.seen });
      return null;
    }
    counts.blocks++;
    if (!done) blocks.push(pair);
    return null;
  }

  async function flush(): Promise<void> {
    await flushMembers();
    if (!dry) {
      if (likes.length > 0) await writeLikes(target, likes);
      if (blocks.length > 0) await writeBlocks(target, blocks);
      if (chats.length > 0) await writeConversations(target, chats);
    }
    [likes, blocks, chats, waiting, safe] = [[], [], [], 0, seen];
  }

  async function flushMembers(): Promise<void> {
    if (members.length + bans.length === 0) return;
    const there = await known(
      target,
      members.map(({ row }) => row),
    );
    const fresh: Waiting[] = [];
    for (const one of members) {
      const { row, line } = one;
      if (there.ids.has(row.id)) counts.known++;
      else if (there.emails.has(row.email)) {
        report.refused(line, `${row.oldId}: the address has an account here`);
        brought.delete(row.oldId);
        continue;
      } else {
        nameFreely(row, line, there.names);
        fresh.push(one);
        counts.members++;
      }
      names.add(row.nameKey);
      for (const photo of one.photos)
        photos.push({ member: row.id, id: ids.photo(row.id, "path" in photo ? photo.path : photo.url), line, photo });
    }
    if (!dry) {
      if (fresh.length > 0) await writeMembers(target, await Promise.all(fresh.map(finished)));
      if (bans.length > 0) await writeBans(target, await Promise.all(bans.map(printed)));
    }
    [members, bans] = [[], []];
  }

  /** A taken name becomes one like it; the member may choose another one in the settings. */
  function nameFreely(row: MemberRow, line: number, taken: Map<string, string>): void {
    const isTaken = (name: string) => names.has(nameKey(name)) || taken.has(nameKey(name));
    if (!isTaken(row.name)) return;
    const free = freeNames(row.name, row.email, site).find((name) => !isTaken(name)) ?? `Member${row.id.slice(0, 6)}`;
    report.changed(line, `${row.oldId}: the name "${row.name}" is taken, it becomes "${free}"`);
    Object.assign(row, { name: free, nameKey: nameKey(free) });
  }

  async function finished({ row, hash }: Waiting): Promise<NewMember> {
    if (!hash) return { ...row, passwordHash: "", hashUntil: null };
    const passwordHash = writeWrapped({ legacy: hash.settings, hash: await hashWith(pepper, hash.digest) });
    return { ...row, passwordHash, hashUntil: target.now + HASH_KEPT };
  }

  async function printed({ id, email }: { id: string; email: string }) {
    const account = { email: foldedAddress(email) };
    const [, print = ""] = await identityHashesOf((text) => hmac(pepper, text), { id, account });
    return { id, print, until: BANNED_UNTIL };
  }

  return {
    take,
    finish: flush,
    photos: () => photos,
    /** Lines that a next run need not write. */
    written: () => safe,
    told: () =>
      `${counts.members} members (${counts.known} were there), ${counts.banned} banned, ${counts.likes} likes, ${counts.blocks} blocks, ` +
      `${counts.conversations} conversations with ${counts.messages} messages, ${photos.length} photos`,
    counts,
  };
}
