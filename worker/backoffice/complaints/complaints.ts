import type { ComplaintOutcome } from "#db/schema/attributes.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { TOP_LEVEL } from "#worker/people/identity/contact.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { newReference } from "#worker/platform/reference.ts";
import { cleanLine, cleanText, lengthProblem } from "#worker/platform/text.ts";
import { typedCode } from "#worker/platform/typed.ts";
import type { contract } from "./complaints.contract.ts";
import type { ComplaintRow, ComplaintsStore } from "./complaints.store.ts";
import { COMPLAINT_ANSWER, COMPLAINT_LINK, COMPLAINT_NAME, COMPLAINT_TEXT } from "./complaints.vocabulary.ts";

/** The receipt greets by name and its address is unverified: a URL in the name would be spam. */
export const NO_NAME = new RegExp(String.raw`://|www\.|@|[\p{L}\p{Nd}-]{2}\.(?:${TOP_LEVEL})(?![\p{L}\p{Nd}])`, "iu");

interface Deps {
  store: ComplaintsStore;
  limits: Limits;
  mails: Mails;
}

type Said = Pick<ComplaintRow, "kind" | "name" | "email" | "link" | "text">;

export function stateOf({ answeredAt, closedAt }: Pick<ComplaintRow, "answeredAt" | "closedAt">): "open" | "answered" | "closed" {
  if (answeredAt !== null) return "answered";
  return closedAt === null ? "open" : "closed";
}

export function createComplaints({ store, limits, mails }: Deps) {
  return {
    /** Stores a complaint and mails a receipt. Idempotent per form. @throws invalid too_many_requests */
    async complaint(ctx: Context, input: Input<typeof contract.complaint>): Promise<Output<typeof contract.complaint>> {
      const said = checkComplaint(input);
      const complaintKey = input.complaint_key ?? null;
      const before = complaintKey && (await store.findByKey(ctx.domain.id, complaintKey));
      if (before) return sameAgain(before, said);
      refuseOver(await limits.hit(...limitOf("complaints", { network: ctx.network }), ctx.now));

      const reference = newReference();
      const mail = await countedReceipt(ctx, said, reference);
      const row: ComplaintRow = {
        id: newId(),
        reference,
        domainId: ctx.domain.id,
        accountId: ctx.viewer?.id ?? null,
        ...said,
        language: ctx.language,
        country: ctx.country,
        complaintKey,
        receipt: mail !== null,
        createdAt: ctx.now,
        answer: null,
        answeredAt: null,
        closedAt: null,
        outcome: null,
      };
      if (!(await store.add(row, mail))) {
        const other = complaintKey && (await store.findByKey(ctx.domain.id, complaintKey));
        if (other) return sameAgain(other, said);
        throw new AppError("conflict");
      }
      if (mail) await mails.dispatch(mail.id);
      return { reference, receipt: row.receipt };
    },

    ...createAnswers({ store, mails }),
  };

  /** Null without an address, and when the address reached its mail limit. */
  async function countedReceipt(ctx: Context, { name, email }: Said, reference: string) {
    if (!email || !name) return null;
    const { allowed } = await limits.hit(...limitOf("complaintReceipts", { email }), ctx.now);
    if (!allowed) return null;
    const { id = null, account } = ctx.viewer ?? {};
    return mails.complaint(ctx, { id, email, name, own: account?.email === email, language: ctx.language, reference });
  }
}

/** Needs no rate limits, so that a script can run it. */
export function createAnswers({ store, mails }: Pick<Deps, "store" | "mails">) {
  return {
    /** True if a mail goes out. `ctx` belongs to the complaint's domain and country. @throws not_found invalid conflict */
    async answer(
      ctx: MailContext,
      reference: string,
      words: string,
      outcome: ComplaintOutcome = "answered",
    ): Promise<{ mailed: boolean }> {
      const complaint = await find(reference);
      const text = cleanText(words);
      const problem = lengthProblem("answer", text, COMPLAINT_ANSWER);
      if (problem) throw invalid(problem);
      const { accountId: id, email, name, language } = complaint;
      const to = email && name ? { id, email, name, language, own: await store.isOwnAddress(id, email) } : null;
      const mail = to && (await mails.complaintAnswer(ctx, { ...to, reference: complaint.reference, answer: text }));
      if (!(await store.answer({ id: complaint.id, answer: text, outcome, now: ctx.now }, mail))) throw new AppError("conflict");
      if (mail) await mails.dispatch(mail.id);
      return { mailed: mail !== null };
    },

    /** @throws not_found conflict */
    async close(reference: string, now: number): Promise<void> {
      const { id } = await find(reference);
      if (!(await store.close(id, now))) throw new AppError("conflict");
    },

    find,
  };

  /** @throws not_found */
  async function find(reference: string): Promise<ComplaintRow> {
    const row = await store.findByReference(typedCode(reference).toUpperCase());
    if (!row) throw new AppError("not_found");
    return row;
  }
}

/** Repeats the first response. @throws idempotency_conflict */
function sameAgain(before: ComplaintRow, said: Said): Output<typeof contract.complaint> {
  const same = (Object.keys(said) as (keyof Said)[]).every((field) => before[field] === said[field]);
  if (!same) throw new AppError("idempotency_conflict");
  return { reference: before.reference, receipt: before.receipt };
}

/** @throws invalid */
function checkComplaint(input: Input<typeof contract.complaint>): Said {
  const text = cleanText(input.text);
  const name = cleanLine(input.name ?? "") || null;
  const link = cleanLine(input.link ?? "") || null;
  const address = cleanLine(input.email ?? "");
  const email = address === "" ? null : parseEmail(address);
  // An answer requires a name. The law allows anonymous reports of abuse.
  const answered = input.kind === "consumer" || address !== "";
  const problems: (FieldError | null)[] = [
    lengthProblem("text", text, COMPLAINT_TEXT),
    name ? lengthProblem("name", name, COMPLAINT_NAME) : null,
    name && NO_NAME.test(name) ? { field: "name", code: "invalid_format" } : null,
    answered && !name ? { field: "name", code: "required" } : null,
    input.kind === "consumer" && address === "" ? { field: "email", code: "required" } : null,
    address !== "" && !email ? { field: "email", code: "invalid_email" } : null,
    link ? lengthProblem("link", link, COMPLAINT_LINK) : null,
    input.good_faith ? null : { field: "good_faith", code: "consent_required" },
  ];
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw invalid(...found);
  return { kind: input.kind, name, email, link, text };
}
