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
import { DAY } from "#worker/platform/durations.ts";
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
import type { contract } from "./picture-notices.contract.ts";
import type { NoticedRow, PictureNoticesStore } from "./picture-notices.store.ts";
import { placeOf } from "./picture-place.ts";

/** Refused notices of an address after which its notices hide nothing by themselves, and for how long. */
const FALSE = { most: 2, within: 180 * DAY };

interface Deps {
  store: PictureNoticesStore;
  complaints: Pick<ComplaintsStore, "findByKey">;
  hashes: Pick<PhotoHashesStore, "near">;
  readPicture: PictureReader;
  mails: Pick<Mails, "complaint" | "pictureHidden" | "dispatch">;
  decisions: Pick<DecisionsStore, "memberFacts">;
  writeTo: WriteTo;
  limits: Limits;
  live: Pick<LiveObjects, "tell">;
  /** The same service of each other database of this Worker. */
  elsewhere(): { hideCopies(copy: Copy): Promise<void> }[];
  after(work: Promise<unknown>): void;
}

type Said = Pick<ComplaintRow, "name" | "link" | "text"> & { email: string };
/** What other databases need of a notice. */
interface Copy {
  notice: ComplaintRow;
  pictures: PhotoHash[];
  /** Whether the notice hides by itself. Asked once, where anything is found. */
  trusted(): Promise<boolean>;
  now: number;
}
type Found = Pick<NoticedRow, "photoId" | "of" | "memberId" | "noticedAs">;

export function createPictureNotices(deps: Deps) {
  const { store, complaints, hashes, readPicture, mails, decisions, writeTo, limits, live, elsewhere, after } = deps;

  return {
    /** Idempotent per form. @throws invalid, too_many_requests, and the codes of the contract */
    async pictureNotice(
      ctx: Context,
      input: Input<typeof contract.pictureNotice>,
    ): Promise<Output<typeof contract.pictureNotice>> {
      const said = checkNotice(input);
      const key = input.complaint_key ?? null;
      const before = key && (await complaints.findByKey(ctx.domain.id, key));
      if (before) return sameAgain(before, said);
      const count = () => limits.hit(...limitOf("pictureNotices", { network: ctx.network }), ctx.now);
      const hash = input.file?.size ? await readPicture(input.file, count) : null;
      if (!input.file?.size) refuseOver(await count());
      const reference = newReference();
      const mail = await receiptOf(ctx, said, reference);
      const row: ComplaintRow = {
        ...{ id: newId(), reference, domainId: ctx.domain.id, accountId: ctx.viewer?.id ?? null, kind: "intimate_picture" },
        ...{ ...said, language: ctx.language, country: ctx.country, complaintKey: key, receipt: mail !== null },
        ...{ createdAt: ctx.now, answer: null, answeredAt: null, closedAt: null, outcome: null },
      };
      if (!(await store.add(row, hash, mail))) {
        const other = key && (await complaints.findByKey(ctx.domain.id, key));
        if (other) return sameAgain(other, said);
        throw new AppError("conflict");
      }
      if (mail) await mails.dispatch(mail.id);
      // Afterwards, so that the time of the answer does not tell who is here.
      after(hide(ctx, row, said, hash));
      return { reference, receipt: row.receipt };
    },

    /** Of a notice that was made in another database. Where a copy is here, the staff of this one get it too. Idempotent. */
    async hideCopies(copy: Copy): Promise<void> {
      const found = new Map<string, Found>();
      await addCopies(found, copy.pictures);
      const [first] = found.values();
      const domainId = first && (await store.domainOf(first.memberId));
      if (!domainId) return;
      const row = { ...copy.notice, domainId, accountId: null, complaintKey: null, receipt: false };
      await store.add(row, copy.pictures[0] ?? null, null);
      await settle(copy, found);
    },
  };

  async function receiptOf(ctx: Context, { name, email }: Said, reference: string) {
    const { allowed } = await limits.hit(...limitOf("complaintReceipts", { email }), ctx.now);
    if (!allowed || !name) return null;
    const { id = null, account } = ctx.viewer ?? {};
    return mails.complaint(ctx, { id, email, name, own: account?.email === email, language: ctx.language, reference });
  }

  /** The named picture and exact copies in all pools disappear at once; what only looks alike waits for a person. */
  async function hide(ctx: Context, notice: ComplaintRow, { link, email }: Said, uploaded: PhotoHash | null): Promise<void> {
    const place = link ? placeOf(link) : null;
    const located = place ? await store.locate(place, ctx.domain.pool) : [];
    // Of several photos of a profile, nobody has said which.
    const named = located.length === 1;
    const wanted = [uploaded, ...(named ? located.map(({ bands }) => bands && (JSON.parse(bands) as PhotoHash)) : [])];
    const copy: Copy = { notice, pictures: wanted.filter((hash) => hash !== null && hash !== ""), trusted, now: ctx.now };
    const found = new Map<string, Found>();
    for (const one of located)
      if (named || !uploaded)
        found.set(one.id, { photoId: one.id, of: one.of, memberId: one.memberId, noticedAs: named ? "named" : "candidate" });
    await addCopies(found, copy.pictures);
    let known: Promise<boolean> | null = null;
    function trusted(): Promise<boolean> {
      return (known ??= isTrusted(ctx, email));
    }
    if (found.size > 0) await settle(copy, found);
    for (const other of elsewhere())
      await other.hideCopies(copy).catch((error) => log("error", "notice not taken to a database", { notice: notice.id, error }));
  }

  async function addCopies(found: Map<string, Found>, pictures: PhotoHash[]): Promise<void> {
    const pools = await store.pools();
    for (const hash of pictures) {
      const near = await hashes.near(pools.map((pool) => ({ photo: "", pool, hash })));
      for (const { photo, member, of, status, distance } of near.flat()) {
        if (photo === null || member === null || of === null || status === null || status === "rejected") continue;
        const before = found.get(photo)?.noticedAs;
        if (before === "named" || before === "exact" || (before && distance > 0)) continue;
        found.set(photo, { photoId: photo, of, memberId: member, noticedAs: distance === 0 ? "exact" : "near" });
      }
    }
  }

  async function isTrusted({ network, now }: Context, email: string): Promise<boolean> {
    if ((await store.refused(email, now - FALSE.within)) >= FALSE.most) return false;
    return (await limits.hit(...limitOf("picturesHidden", { network }), now)).allowed;
  }

  async function settle({ notice: { id, reference }, trusted, now }: Copy, found: Map<string, Found>): Promise<void> {
    const hides = await trusted();
    const rows = [...found.values()].map((one) => {
      const isMeant = one.noticedAs === "named" || one.noticedAs === "exact";
      return { ...one, state: hides && isMeant ? ("hidden" as const) : ("shown" as const) };
    });
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

/** Repeats the first response. @throws idempotency_conflict */
function sameAgain(before: ComplaintRow, said: Said): Output<typeof contract.pictureNotice> {
  const same = (Object.keys(said) as (keyof Said)[]).every((field) => before[field] === said[field]);
  if (!same) throw new AppError("idempotency_conflict");
  return { reference: before.reference, receipt: before.receipt };
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
