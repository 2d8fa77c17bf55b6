import type { z } from "zod";
import { AGE_METHODS } from "#db/schema/age-methods.ts";
import type { Identity, Stay, StoredPrompt } from "#db/schema/attributes.ts";
import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffReads } from "#worker/backoffice/staff/reads.ts";
import { ROLES_OF } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { WORKERS } from "#worker/backoffice/work/work.vocabulary.ts";
import { sharesOf } from "#worker/billing/payments/payment-response.ts";
import type { WalletStore } from "#worker/billing/wallet/wallet.store.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import { PART_NAMES, pointsOf } from "#worker/discovery/signals/signals.vocabulary.ts";
import { standingOf } from "#worker/messaging/chat/permission.ts";
import { startsOf } from "#worker/messaging/chat/starts.ts";
import type { AgeProofs } from "#worker/people/identity/age-gate.ts";
import { deviceFrom } from "#worker/people/identity/device.vocabulary.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import { Answer } from "#worker/platform/answer.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import { typedReference } from "#worker/platform/reference.ts";
import { nameKey } from "#worker/platform/text.ts";
import { typedLine } from "#worker/platform/typed.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { shownIdentity } from "#worker/sites/domains/genders.vocabulary.ts";
import { searched } from "./searched.ts";
import type { contract } from "./support.contract.ts";
import type { SupportStore } from "./support.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

const FOUND = 10;
const ENTRIES = 50;
const PAYMENTS = 20;

interface Deps {
  store: SupportStore;
  wallet: Pick<WalletStore, "page">;
  endSessions: EndSessions;
  domainOf(id: string): Promise<Domain | null>;
  open(key: string, size: "full" | "card"): Promise<R2ObjectBody | null>;
  reads: Pick<StaffReads, "admit">;
}

export function createSupport({ store, wallet, endSessions, domainOf, open, reads }: Deps) {
  const siteOf = async (id: string) => (await domainOf(id))?.settings.name ?? id;
  const may = ({ viewer }: StaffMemberContext, access: "support" | "moderation") => ROLES_OF[access].includes(viewer.role);

  return {
    async findMembers(ctx: StaffMemberContext, { query, after }: Input<"findMembers">): Promise<Answer<Output<"findMembers">>> {
      const text = typedLine(query);
      const email = may(ctx, "support") ? (parseEmail(text) ?? "") : "";
      const reference = typedReference(text);
      const asked = {
        id: text,
        email,
        name: nameKey(text),
        after: after ?? "",
        reference: reference ?? "",
        payment: may(ctx, "support") ? text : "",
      };
      const { ids, named, referred } = await store.search(asked, FOUND + 1);
      const page = named.slice(0, FOUND);
      const exact = after ? [] : [...ids, ...referred.flatMap(({ member }) => member ?? [])];
      const found = [...new Set([...exact, ...page])].join(".");
      const more = named.length > FOUND ? page.at(-1) : undefined;
      const waits = referred.find((one) => one.waits && WORKERS[one.kind].includes(ctx.viewer.role))?.kind;
      const seen = referred.length > 0 ? { typed: reference ?? text, reason: "reference" } : searched(query, found);
      return new Answer({ found, ...(waits && { waits }), ...(more && { more }) }, { seen: [seen] });
    },

    async memberLines(_: StaffMemberContext, { ids }: Input<"memberLines">): Promise<Output<"memberLines">> {
      const rows = await store.lines(ids.split(".").slice(0, 2 * FOUND));
      return { members: await Promise.all(rows.map(lineOf)) };
    },

    /** @throws not_found */
    async memberFile(ctx: StaffMemberContext, { id, before }: Input<"memberFile">): Promise<Output<"memberFile">> {
      const found = await store.file(id, ctx.now - STRIKES.window, ctx.now);
      if (!found) throw new AppError("not_found");
      const { main } = found;
      return {
        ...(await lineOf(main)),
        ...{ gender: main.gender, country: main.country, city: main.city, about: main.about, profile: main.profile },
        ...{ fictional: main.fictional === 1, banned: main.banned === 1, strikes: main.strikes },
        identity: identityOf(main.identity),
        age: ageOn(main.birthDate, ctx.now),
        trip: JSON.parse(main.stay ?? "null") as Stay | null,
        prompts: promptsIn(main.prompts).map(({ voice, ...one }) => ({ ...one, voice: voice?.duration ?? null })),
        self_changes: (JSON.parse(main.selfChanges) as number[]).map((at) => iso(at)),
        last_active_at: iso(main.lastActiveAt),
        age_proofs: ageProofsOf(JSON.parse(main.ageProofs) as AgeProofs),
        age_unconfirmed: (JSON.parse(main.ageProofs) as AgeProofs).unconfirmed?.day ?? null,
        muted_until: main.mutedUntil !== null && main.mutedUntil > ctx.now ? iso(main.mutedUntil) : null,
        photos: found.photos.map(({ rejectedFor, createdAt, checkedAt, ...photo }) => ({
          ...photo,
          rejected_for: rejectedFor,
          created_at: iso(createdAt),
          checked_at: isoOrNull(checkedAt),
          visible: photo.visibility === "public" || may(ctx, "moderation"),
        })),
        reports: found.reports.map(({ by, createdAt, ...report }) => ({ ...report, by: by === 1, created_at: iso(createdAt) })),
        decisions: found.decisions.map(({ until, liftedAt, createdAt, ...one }) => ({
          ...one,
          until: isoOrNull(until),
          lifted_at: isoOrNull(liftedAt),
          created_at: iso(createdAt),
        })),
        starts: startsIn(main, ctx.now),
        signals: {
          score: found.signals?.score ?? 0,
          parts: PART_NAMES.map((part) => {
            const count = found.signals?.[part] ?? 0;
            return { part, count, points: pointsOf(part, count) };
          }),
        },
        ...{ decides: may(ctx, "moderation"), language: main.language },
        notes: found.notes.map(({ staffId, createdAt, ...note }) => ({
          ...note,
          created_at: iso(createdAt),
          removable: staffId === ctx.viewer.id || ctx.viewer.role === "operator",
        })),
        ties: found.ties.map(({ banned, ...one }) => ({ ...one, banned: banned === 1 })),
        begun: begunOf(ctx, found.begun),
        account: may(ctx, "support") ? await accountOf(ctx, main, before ?? null) : null,
      };
    },

    /** @throws not_found too_many_requests */
    async memberPhoto(ctx: StaffMemberContext, { photo, size }: Input<"memberPhoto">): Promise<Response | Answer<Response>> {
      const found = await store.photo(photo, may(ctx, "moderation"));
      if (!found) throw new AppError("not_found");
      const isShown = found.visibility === "public" && found.status === "active";
      if (!isShown) await reads.admit(ctx, "staffPrivatePhotos");
      const file = await open(found.key, size);
      if (!file) throw new AppError("not_found");
      if (isShown) return new Answer(photoResponse(file), { seen: [] });
      if (found.visibility === "private")
        await store.noteRead({ photoId: photo, memberId: found.profileId, staffId: ctx.viewer.id, at: ctx.now });
      return photoResponse(file);
    },

    /** @throws not_found */
    async memberVoice(_: StaffMemberContext, { id, question }: Input<"memberVoice">): Promise<Response> {
      const prompts = await store.prompts(id);
      const key = prompts && promptsIn(prompts).find((one) => one.question === question)?.voice?.key;
      const file = key && (await open(key, "full"));
      if (!file) throw new AppError("not_found");
      return photoResponse(file);
    },

    /** @throws not_found */
    async endMemberSessions(ctx: StaffMemberContext, { id }: Input<"endMemberSessions">): Promise<Output<"endMemberSessions">> {
      if ((await store.lines([id])).length === 0) throw new AppError("not_found");
      const audit = auditRow(ctx, { action: "end sessions", object: "member", id });
      const ended = await endSessions(id, ctx.now, () => store.endSessions(id, ctx.now, audit));
      return { ended: ended?.length ?? 0 };
    },
  };

  type Main = NonNullable<Awaited<ReturnType<SupportStore["file"]>>>["main"];

  async function lineOf({
    id,
    name,
    domainId,
    status,
    createdAt,
  }: Pick<Main, "id" | "name" | "domainId" | "status" | "createdAt">) {
    return { id, name, site: await siteOf(domainId), status, created_at: iso(createdAt) };
  }

  async function accountOf({ now }: StaffMemberContext, main: Main, before: number | null) {
    const [page, more] = await Promise.all([
      wallet.page(main.id, { before, size: ENTRIES + 1, recent: PAYMENTS }),
      store.account(main.id, now),
    ]);
    const entries = page.entries.slice(0, ENTRIES);
    return {
      ...{ email: main.email, language: main.language, paid_user: main.paidUser === 1, credits: main.credits, debt: main.debt },
      activated_at: isoOrNull(main.activatedAt),
      deleted_at: isoOrNull(main.deletedAt),
      ledger: entries.map(({ id, kind, amount, messages, createdAt, payment }) => ({
        id,
        kind,
        amount,
        messages,
        created_at: iso(createdAt),
        payment,
      })),
      next: page.entries.length > ENTRIES ? (entries.at(-1)?.id ?? null) : null,
      payments: page.payments.map(({ createdAt, ...one }) => ({
        ...{ id: one.id, status: one.status, amount: one.amount, currency: one.currency, credits: one.credits },
        ...{ refunded: one.refunded, method: one.method, shares: sharesOf({ createdAt, ...one }) },
        refund_waits: one.refunding > 0 || more.proposed.has(one.id),
        created_at: iso(createdAt),
      })),
      methods: more.methods.map(({ createdAt, ...method }) => ({ ...method, created_at: iso(createdAt) })),
      sessions: more.sessions.map((one) => ({
        ...deviceFrom(one.userAgent),
        country: one.country,
        created_at: iso(one.createdAt),
        last_seen_at: one.lastSeenAt === 0 ? null : iso(one.lastSeenAt),
        open: one.open === 1,
      })),
      mails: more.mails.map((mail) => ({
        again: mail.again,
        ...{ kind: mail.template, status: mail.status },
        created_at: iso(mail.createdAt),
        sent_at: isoOrNull(mail.sentAt),
      })),
      consents: more.consents.map(({ acceptedAt, ...one }) => ({ ...one, accepted_at: iso(acceptedAt) })),
    };
  }
}

function begunOf({ viewer, now }: StaffMemberContext, begun: NonNullable<Awaited<ReturnType<SupportStore["file"]>>>["begun"]) {
  if (!begun) return null;
  const undoable = begun.decidedBy === viewer.id && (begun.effectAt ?? 0) > now;
  return { item: begun.id, decision: begun.decision ?? "", undo_until: undoable ? isoOrNull(begun.effectAt) : null };
}

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

function ageProofsOf(proofs: AgeProofs) {
  return AGE_METHODS.flatMap((method) => {
    const proof = proofs[method];
    return proof ? [{ method, ...proof }] : [];
  });
}

/** As members read it. */
function identityOf(stored: string | null): string | null {
  const shown = shownIdentity(stored === null ? null : (JSON.parse(stored) as Identity));
  return shown && (shown.identity_words ?? shown.identity);
}

/** As the member reads it. */
function startsIn(main: NonNullable<Awaited<ReturnType<SupportStore["file"]>>>["main"], now: number) {
  const { standing: status, paidUser, createdAt, caution, mainPhoto, verified } = main;
  const account = { status, paidUser: paidUser === 1, createdAt, caution, ageProofs: JSON.parse(main.ageProofs) as AgeProofs };
  const viewer = { account, profile: { mainPhoto, verified: verified === 1 } };
  return startsOf(standingOf({ viewer, now }, JSON.parse(main.upheld)), JSON.parse(main.begun));
}

function promptsIn(prompts: string): StoredPrompt[] {
  return JSON.parse(prompts) as StoredPrompt[];
}
