import type { DecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import type { WriteTo } from "#worker/backoffice/decisions/letters.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import type { PhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import type { PictureReader } from "#worker/discovery/photos/picture-maker.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { newReference } from "#worker/platform/reference.ts";
import { cleanLine, cleanText, lengthProblem } from "#worker/platform/text.ts";
import type { ComplaintRow, ComplaintsStore } from "./complaints.store.ts";
import { NO_NAME } from "./complaints.ts";
import { COMPLAINT_LINK, COMPLAINT_NAME, COMPLAINT_TEXT } from "./complaints.vocabulary.ts";
import type { NoticeSearchesStore, Searched } from "./notice-searches.store.ts";
import type { contract } from "./picture-notices.contract.ts";
import type { NoticedRow, PictureNoticesStore } from "./picture-notices.store.ts";
import { placeOf } from "./picture-place.ts";

/** Refused notices of a network or account after which its notices hide nothing by themselves, and for how long. */
const FALSE = { most: 2, within: 180 * DAY };
/** Notices that one sweep searches. */
const AT_ONCE = 20;

interface Deps {
  store: PictureNoticesStore;
  searches: NoticeSearchesStore;
  complaints: Pick<ComplaintsStore, "findByKey">;
  hashes: Pick<PhotoHashesStore, "near" | "same">;
  readPicture: PictureReader;
  mails: Pick<Mails, "complaint" | "pictureHidden" | "dispatch">;
  decisions: Pick<DecisionsStore, "memberFacts">;
  writeTo: WriteTo;
  limits: Limits;
  live: Pick<LiveObjects, "tell">;
  keyedHash(text: string): Promise<string>;
  /** The name of this database. */
  here: string;
  /** The same service of each other database of this Worker. */
  elsewhere(): { database: string; hideCopies(copy: Copy): Promise<void>; copies(id: string): Promise<Copies> }[];
  after(work: Promise<unknown>): void;
}

type Said = Pick<ComplaintRow, "name" | "link" | "text"> & { email: string };
/** What other databases need of a notice: no word of it, and nobody's name. */
interface Copy {
  notice: Pick<Searched, "id" | "reference" | "language" | "country" | "createdAt">;
  home: string;
  pictures: PhotoHash[];
  /** Whether the notice hides by itself. Asked once, and only where it means a picture: the question counts as a hiding. */
  hiding(): Promise<Hiding>;
  now: number;
}
/** How many pictures, by what became of them. */
type Copies = Partial<Record<NoticedRow["state"], number>>;
type Hiding = NonNullable<Searched["hiding"]>;
type Found = Pick<NoticedRow, "photoId" | "of" | "memberId" | "noticedAs">;

export type PictureNotices = ReturnType<typeof createPictureNotices>;

export function createPictureNotices(deps: Deps) {
  const { store, searches, complaints, hashes, readPicture, mails, decisions, writeTo, limits, live, after } = deps;
  const { here, elsewhere, keyedHash } = deps;

  return {
    /** Idempotent per form. @throws invalid, too_many_requests, and the codes of the contract */
    async pictureNotice(
      ctx: Context,
      input: Input<typeof contract.pictureNotice>,
    ): Promise<Output<typeof contract.pictureNotice>> {
      const said = checkNotice(input);
      const key = input.complaint_key ?? null;
      const isPicture = namesPicture(said, input.file);
      const before = key && (await complaints.findByKey(ctx.domain.id, key));
      if (before) return sameAgain(before, said, isPicture);
      const count = () => limits.hit(...limitOf("pictureNotices", { network: ctx.network }), ctx.now);
      const bands = input.file?.size ? await readPicture(input.file, count) : null;
      if (!input.file?.size) refuseOver(await count());
      const reference = newReference();
      const mail = await receiptOf(ctx, said, reference);
      const row: ComplaintRow = {
        ...{ id: newId(), reference, domainId: ctx.domain.id, accountId: ctx.viewer?.id ?? null, kind: "intimate_picture" },
        ...{ ...said, language: ctx.language, country: ctx.country, complaintKey: key, receipt: mail !== null },
        ...{ createdAt: ctx.now, answer: null, answeredAt: null, closedAt: null, outcome: null },
      };
      const network = await keyedHash(`picture notice\n${ctx.network}`);
      const unsearched = [here, ...elsewhere().map(({ database }) => database)];
      if (!(await store.add(row, { bands, network, unsearched }, mail))) {
        const other = key && (await complaints.findByKey(ctx.domain.id, key));
        if (other) return sameAgain(other, said, isPicture);
        throw new AppError("conflict");
      }
      if (mail) await mails.dispatch(mail.id);
      // Afterwards, so that the time of the answer does not tell who is here.
      after(search(row.id, ctx.now));
      return { reference, receipt: row.receipt, names_picture: isPicture };
    },

    /** Of a notice that was made in another database. Where a copy is here, the staff of this one get it too. Idempotent. */
    async hideCopies(copy: Copy): Promise<void> {
      const found = new Map<string, Found>();
      await addCopies(found, copy.pictures);
      const [first] = found.values();
      const domainId = first && (await store.domainOf(first.memberId));
      if (!domainId) return;
      const nobody = { accountId: null, name: null, email: null, link: null, text: "", complaintKey: null, receipt: false };
      const open = { answer: null, answeredAt: null, closedAt: null, outcome: null };
      const row = { ...copy.notice, ...nobody, ...open, domainId, kind: "intimate_picture" as const };
      const { pictures, home } = copy;
      const hiding = hasMeant(found) ? await copy.hiding() : null;
      await store.add(row, { bands: pictures[0] ?? null, named: pictures, hiding, home }, null);
      await settle(copy, found);
    },

    copies: store.copies,

    /** What the staff of other databases have to decide, for those of the notice. Null of a database that does not answer. */
    async copiesElsewhere(id: string): Promise<{ database: string; copies: Copies | null }[]> {
      const asked = elsewhere().map(async ({ database, copies }) => ({
        database,
        copies: await copies(id).catch(
          (error: unknown) => log("error", "database not asked for copies", { database, error }) ?? null,
        ),
      }));
      return (await Promise.all(asked)).filter(({ copies }) => copies === null || Object.keys(copies).length > 0);
    },

    /** Before an agreed notice removes: exact copies that came since, here and in other databases. Idempotent. */
    async searchAgain(id: string, now: number): Promise<void> {
      const before = await searches.find(id);
      const others = elsewhere().map(({ database }) => database);
      await searches.agree(id, before?.unsearched.includes(here) ? [here, ...others] : others);
      const notice = await searches.find(id);
      if (!notice) return;
      const found = new Map<string, Found>();
      await addCopies(found, picturesOf(notice), true);
      // Removed at once: nobody has to hear before that they are hidden.
      if (found.size > 0) await settle(copyOf(notice, now, "limit"), found);
      await search(id, now);
    },

    /** Repeats searches that a stopped isolate or a database left. */
    async sweep(now: number): Promise<void> {
      for (const id of await searches.open(now - MINUTE, AT_ONCE))
        await search(id, now).catch((error) => log("error", "notice not searched", { notice: id, error }));
      await searches.forgetNetworks(now - FALSE.within);
    },
  };

  async function receiptOf(ctx: Context, { name, email }: Said, reference: string) {
    const { allowed } = await limits.hit(...limitOf("complaintReceipts", { email }), ctx.now);
    if (!allowed || !name) return null;
    const { id = null, account } = ctx.viewer ?? {};
    return mails.complaint(ctx, { id, email, name, own: account?.email === email, language: ctx.language, reference });
  }

  /** In each database that nobody has searched yet, this one first: it knows what is named. Idempotent. */
  async function search(id: string, now: number): Promise<void> {
    const notice = await searches.find(id);
    if (!notice) return;
    if (notice.unsearched.includes(here)) {
      await searchHere(notice, now);
      await searches.searched(id, here);
    }
    const rest = notice.unsearched.filter((database) => database !== here);
    if (rest.length === 0) return;
    const known = (await searches.find(id)) ?? notice;
    const copy = copyOf(known, now);
    const others = elsewhere();
    for (const database of rest) {
      const other = others.find((one) => one.database === database);
      try {
        await other?.hideCopies(copy);
        await searches.searched(id, database);
      } catch (error) {
        log("error", "notice not taken to a database", { notice: id, error });
      }
    }
  }

  /** The named picture and exact copies in all pools disappear at once; what only looks alike waits for a person. */
  async function searchHere(notice: Searched, now: number): Promise<void> {
    const place = notice.link ? placeOf(notice.link) : null;
    const located = place ? await store.locate(place, notice.pool) : [];
    // Of several photos of a profile, nobody has said which.
    const named = located.length === 1;
    const hash = named && located[0]?.bands ? [JSON.parse(located[0].bands) as unknown as PhotoHash] : [];
    if (hash.length > 0) await searches.keep(notice.id, hash);
    const found = new Map<string, Found>();
    for (const one of located)
      if (named || !notice.uploaded)
        found.set(one.id, { photoId: one.id, of: one.of, memberId: one.memberId, noticedAs: named ? "named" : "candidate" });
    await addCopies(found, [...picturesOf(notice), ...hash]);
    if (found.size > 0) await settle(copyOf(notice, now), found);
  }

  function copyOf(notice: Searched, now: number, given: Hiding | null = notice.hiding): Copy {
    let known = given && Promise.resolve(given);
    const hiding = () => (known ??= askHiding(notice, now));
    const { id, reference, language, country, createdAt } = notice;
    return { notice: { id, reference, language, country, createdAt }, home: here, pictures: picturesOf(notice), hiding, now };
  }

  async function addCopies(found: Map<string, Found>, pictures: PhotoHash[], onlyExact = false): Promise<void> {
    const pools = await store.pools();
    for (const hash of pictures) {
      for (const { photo, of, member } of await hashes.same(pools, hash))
        if (found.get(photo)?.noticedAs !== "named")
          found.set(photo, { photoId: photo, of, memberId: member, noticedAs: "exact" });
      if (onlyExact) continue;
      const near = await hashes.near(pools.map((pool) => ({ photo: "", pool, hash })));
      for (const { photo, member, of, status } of near.flat()) {
        if (photo === null || member === null || of === null || status === null || status === "rejected") continue;
        if (!found.has(photo)) found.set(photo, { photoId: photo, of, memberId: member, noticedAs: "near" });
      }
    }
  }

  async function askHiding(notice: Searched, now: number): Promise<Hiding> {
    const hiding = await hidingOf(notice, now);
    await searches.setHiding(notice.id, hiding);
    return hiding;
  }

  async function hidingOf(notice: Searched, now: number): Promise<Hiding> {
    if ((await searches.refused(notice, now - FALSE.within)) >= FALSE.most) return "refused";
    const { allowed } = await limits.hit(...limitOf("picturesHidden", { network: notice.network ?? "" }), now);
    return allowed ? "hides" : "limit";
  }

  async function settle({ notice: { id, reference }, hiding, now }: Copy, found: Map<string, Found>): Promise<void> {
    const hides = hasMeant(found) && (await hiding()) === "hides";
    const rows = [...found.values()].map((one) => ({
      ...one,
      state: hides && isMeant(one) ? ("hidden" as const) : ("shown" as const),
    }));
    const owners = new Set(rows.filter(({ state }) => state === "hidden").map(({ memberId }) => memberId));
    const letters = await Promise.all([...owners].map((owner) => letterTo(owner, { id, reference }, now)));
    const sent = letters.filter((letter) => letter !== null);
    await store.note(id, rows, sent);
    for (const letter of sent) await mails.dispatch(letter.id);
    await Promise.all([...owners].map((owner) => live.tell(owner, { events: [], changed: ["user", "chats"] })));
  }

  /** Null for an erased account. */
  async function letterTo(owner: string, { id, reference }: Pick<ComplaintRow, "id" | "reference">, now: number) {
    const { member } = await decisions.memberFacts(owner, now, now);
    const letter = member && (await writeTo(member, now, (at) => mails.pictureHidden(at, { ...member, reference })));
    return letter ? { ...letter, id: `${id}-${owner}` } : null;
  }
}

const isMeant = ({ noticedAs }: Found) => noticedAs === "named" || noticedAs === "exact";
const hasMeant = (found: Map<string, Found>) => [...found.values()].some(isMeant);

/** Depends on the form alone: the answer must not reveal whether a picture exists. */
function namesPicture({ link }: Said, file: File | undefined): boolean {
  const place = link ? placeOf(link) : null;
  return (place !== null && "key" in place) || (file?.size ?? 0) > 0;
}

function picturesOf({ uploaded, named }: Pick<Searched, "uploaded" | "named">): PhotoHash[] {
  return uploaded ? [uploaded, ...named] : named;
}

/** Repeats the first response. @throws idempotency_conflict */
function sameAgain(before: ComplaintRow, said: Said, isPicture: boolean): Output<typeof contract.pictureNotice> {
  const same = (Object.keys(said) as (keyof Said)[]).every((field) => before[field] === said[field]);
  if (!same) throw new AppError("idempotency_conflict");
  return { reference: before.reference, receipt: before.receipt, names_picture: isPicture };
}

/** @throws invalid */
function checkNotice(input: Input<typeof contract.pictureNotice>): Said {
  const name = cleanLine(input.name ?? "");
  const link = cleanLine(input.where ?? "") || null;
  const text = cleanText(input.text ?? "");
  const address = cleanLine(input.email ?? "");
  const email = parseEmail(address);
  const problems: (FieldError | null)[] = [
    link === null && !input.file?.size ? { field: "where", code: "required" } : null,
    link ? lengthProblem("where", link, COMPLAINT_LINK) : null,
    lengthProblem("text", text, { min: 0, max: COMPLAINT_TEXT.max }),
    name === "" ? { field: "name", code: "required" } : lengthProblem("name", name, COMPLAINT_NAME),
    NO_NAME.test(name) ? { field: "name", code: "invalid_format" } : null,
    address === "" ? { field: "email", code: "required" } : email ? null : { field: "email", code: "invalid_email" },
    input.good_faith === "on" ? null : { field: "good_faith", code: "consent_required" },
  ];
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0 || !email) throw invalid(...found);
  return { name, email, link, text };
}
