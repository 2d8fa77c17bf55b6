import { parseEmail } from "../accounts/email.ts";
import type { CallInput, CallOutput } from "../calls.ts";
import type { Context } from "../context.ts";
import { TOP_LEVEL } from "../lib/contact.ts";
import { AppError, type FieldError, invalid } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { DAY, HOUR, type Limits, refuseOver } from "../lib/limits.ts";
import { cleanLine, cleanText, textLength } from "../lib/text.ts";
import type { Mails } from "../mail/mails.ts";
import type { ComplaintRow, ComplaintsStore } from "./complaints.store.ts";

export const COMPLAINT_TEXT = { min: 20, max: 3000 };
export const COMPLAINT_NAME = { min: 1, max: 100 };
export const COMPLAINT_LINK = { min: 1, max: 500 };

/** Of one network: an office that reports all it finds stays below, a script does not. */
const COMPLAINTS = [
  { limit: 10, windowMs: HOUR },
  { limit: 30, windowMs: DAY },
];
/** Mails to one address, which may not be that of the person who fills in the form. */
const RECEIPTS = [{ limit: 3, windowMs: DAY }];

/** Letters and digits that are not taken for one another on the phone or on paper (Crockford's base 32). */
const REFERENCE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** A name is greeted with in a mail: an address in it would be an advertisement to whoever's mailbox was entered. */
const NO_NAME = new RegExp(String.raw`://|www\.|@|[\p{L}\p{Nd}-]{2}\.(?:${TOP_LEVEL})(?![\p{L}\p{Nd}])`, "iu");

interface Deps {
  store: ComplaintsStore;
  limits: Limits;
  mails: Mails;
}

type Said = Pick<ComplaintRow, "kind" | "name" | "email" | "link" | "text">;

/** Notices of illegal content and complaints, from anybody. */
export function createComplaints({ store, limits, mails }: Deps) {
  return {
    /**
     * Keeps what was said and sends a receipt to the address that was given. The same form sent again answers the same.
     * @throws invalid with every field that is wrong; 429 after ten an hour or thirty a day from one network.
     */
    async complaint(ctx: Context, input: CallInput<"complaint">): Promise<CallOutput<"complaint">> {
      const said = checkComplaint(input);
      const complaintKey = input.complaint_key ?? null;
      const before = complaintKey && (await store.findByKey(ctx.domain.id, complaintKey));
      if (before) return sameAgain(before, said);
      refuseOver(await limits.hit(`complaint ${ctx.network}`, COMPLAINTS, ctx.now));

      const reference = newReference();
      const mail = await receiptOf(ctx, said, reference);
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
      };
      if (!(await store.add(row, mail))) {
        const other = complaintKey && (await store.findByKey(ctx.domain.id, complaintKey));
        if (other) return sameAgain(other, said);
        throw new AppError("conflict");
      }
      if (mail) await mails.dispatch(mail.id);
      return { reference, receipt: row.receipt };
    },
  };

  /** The mail that says it was received; null where there is no address, or where it got enough of them. */
  async function receiptOf(ctx: Context, { name, email }: Said, reference: string) {
    if (!email || !name) return null;
    const { allowed } = await limits.hit(`complaint receipt ${email}`, RECEIPTS, ctx.now);
    return allowed ? mails.complaint(ctx, { id: ctx.viewer?.id ?? null, email, name, language: ctx.language, reference }) : null;
  }
}

/** The first answer once more. @throws idempotency_conflict where the form now holds something else. */
function sameAgain(before: ComplaintRow, said: Said): CallOutput<"complaint"> {
  const same = (Object.keys(said) as (keyof Said)[]).every((field) => before[field] === said[field]);
  if (!same) throw new AppError("idempotency_conflict");
  return { reference: before.reference, receipt: before.receipt };
}

/** @throws invalid with everything that is wrong, field by field. */
function checkComplaint(input: CallInput<"complaint">): Said {
  const text = cleanText(input.text);
  const name = cleanLine(input.name ?? "") || null;
  const link = cleanLine(input.link ?? "") || null;
  const address = cleanLine(input.email ?? "");
  const email = address === "" ? null : parseEmail(address);
  // Whoever wants an answer says who asks. A notice may come without: the law lets nobody be named who reports abuse.
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

function lengthProblem(field: string, text: string, { min, max }: { min: number; max: number }): FieldError | null {
  const length = textLength(text);
  if (length === 0) return { field, code: "required" };
  if (length < min) return { field, code: "too_short", params: { min } };
  return length > max ? { field, code: "too_long", params: { max } } : null;
}

/** Ten letters in two groups: 50 bits. */
function newReference(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => REFERENCE_LETTERS[byte % 32]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Whether a text has the form of a reference. */
export function isReference(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(text);
}
