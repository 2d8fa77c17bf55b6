import type { z } from "zod";
import type { ActivationStore } from "#worker/accounts/signup/activation.store.ts";
import type { NewActivation } from "#worker/accounts/signup/activation-mail.ts";
import type { Correct } from "#worker/accounts/signup/correction.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { cleanName, nameProblem } from "#worker/people/identity/name.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanText, lengthProblem, nameKey } from "#worker/platform/text.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./hands.contract.ts";
import type { HandsStore } from "./hands.store.ts";
import { LETTER_TEXT, NOTE_TEXT } from "./hands.vocabulary.ts";
import { readyLetters } from "./ready-letters.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

export interface HandsDeps {
  store: HandsStore;
  limits: Limits;
  live: Live;
  mails: Pick<Mails, "staffLetter" | "nameChanged" | "dispatch">;
  memberOf(id: string): Promise<Member | null>;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  newActivation: NewActivation;
  activations: Pick<ActivationStore, "replaceToken">;
  /** Of an address that was not confirmed. */
  correct: Correct;
  /** Of a confirmed one: the link of the new address, and the notice to the old one. */
  changeAddress(ctx: MailContext & { network: string }, member: Member, email: string): Promise<unknown>;
}

/** Each act leaves its row in the audit log. None is a strike. */
export function createHands(deps: HandsDeps) {
  const { store, limits, live, mails, newActivation, activations, correct, changeAddress } = deps;

  return {
    /** @throws not_found invalid too_many_requests */
    async addNote(ctx: StaffMemberContext, input: Input<"addNote">): Promise<Output<"addNote">> {
      const text = textOf(input.text, NOTE_TEXT);
      await counted(ctx, "staffNotes");
      const note = { id: newId(), memberId: input.id, staffId: ctx.viewer.id, text, createdAt: ctx.now };
      if (!(await store.addNote(note, auditRow(ctx, { action: "add note", object: "member", id: input.id })))) notFound();
      return { note: note.id };
    },

    /** @throws not_found forbidden */
    async removeNote(ctx: StaffMemberContext, { note: id }: Input<"removeNote">): Promise<Output<"removeNote">> {
      const note = (await store.note(id)) ?? notFound();
      const { viewer } = ctx;
      if (note.staffId !== viewer.id && viewer.role !== "operator") throw new AppError("forbidden");
      await store.removeNote(id, auditRow(ctx, { action: "remove note", object: "member", id: note.memberId }));
      return {};
    },

    /** @throws not_found invalid too_many_requests */
    async writeToMember(ctx: StaffMemberContext, { id, text: typed }: Input<"writeToMember">): Promise<Output<"writeToMember">> {
      const text = textOf(typed, LETTER_TEXT);
      const { member, to } = await found(ctx, id);
      await counted(ctx, "staffLetters");
      const mail = await mails.staffLetter(to, { ...addresseeOf(member), text });
      await store.write(mail, auditRow(ctx, { action: "write to member", object: "member", id }));
      await mails.dispatch(mail.id);
      return { sent: true };
    },

    async readyLetters(_: StaffMemberContext, { language }: Input<"readyLetters">): Promise<Output<"readyLetters">> {
      return { letters: await readyLetters(language) };
    },

    /** @throws not_found conflict too_many_requests */
    async sendActivation(ctx: StaffMemberContext, { id }: Input<"sendActivation">): Promise<Output<"sendActivation">> {
      const { member, to } = await found(ctx, id);
      if (member.account.status !== "not_confirmed") throw new AppError("conflict");
      await counted(ctx, "staffLetters");
      await store.noted(auditRow(ctx, { action: "send activation", object: "member", id }));
      const rows = await newActivation(to, addresseeOf(member));
      if (!(await activations.replaceToken(rows.token, rows.mail))) throw new AppError("conflict");
      await mails.dispatch(rows.mail.id);
      return { sent: true };
    },

    /** @throws not_found conflict too_many_requests */
    async sendMailAgain(ctx: StaffMemberContext, { id, mail }: Input<"sendMailAgain">): Promise<Output<"sendMailAgain">> {
      await found(ctx, id);
      await counted(ctx, "staffLetters");
      const audit = auditRow(ctx, { action: "send mail again", object: "member", id, reason: mail });
      if (!(await store.sendAgain(mail, id, ctx.now, audit))) throw new AppError("conflict");
      await mails.dispatch(mail);
      return { sent: true };
    },

    /** The new address proves itself: nothing changes until its link is opened. @throws not_found invalid conflict too_many_requests */
    async mendAddress(ctx: StaffMemberContext, { id, email: typed }: Input<"mendAddress">): Promise<Output<"mendAddress">> {
      const { member, to } = await found(ctx, id);
      const email = parseEmail(typed);
      if (!email) throw invalid(noEmail(typed));
      if (email === member.account.email) throw invalid({ field: "email", code: "email_same" });
      await counted(ctx, "staffLetters");
      await store.noted(auditRow(ctx, { action: "mend address", object: "member", id }));
      if (member.account.status === "active") await changeAddress({ ...to, network: ctx.network }, member, email);
      else if (member.account.status !== "not_confirmed") throw new AppError("conflict");
      else {
        const outcome = await correct(to, member, email);
        if (outcome === "taken") throw invalid({ field: "email", code: "email_taken" });
        if (outcome === "changed") throw new AppError("conflict");
      }
      return { sent: true };
    },

    /** The member is told by mail. @throws not_found invalid too_many_requests */
    async renameMember(ctx: StaffMemberContext, { id, name: typed }: Input<"renameMember">): Promise<Output<"renameMember">> {
      const { member, to, domain } = await found(ctx, id);
      const name = cleanName(typed);
      const own = [domain.settings.name, domain.settings.mail_name];
      const problem = name === member.profile.name ? same() : nameProblem(name, member.account.email, own);
      if (problem) throw invalid(problem);
      await counted(ctx, "staffLetters");
      const audit = auditRow(ctx, { action: "rename member", object: "member", id });
      const outcome = await announced(live, [id], () => store.rename(id, { name, nameKey: nameKey(name) }, audit));
      if (outcome === "taken") throw invalid({ field: "name", code: "name_taken" });
      const mail = await mails.nameChanged(to, { ...addresseeOf(member), changed: name });
      await store.mail(mail);
      await mails.dispatch(mail.id);
      await live.tell(id, { events: [], changed: ["user"] });
      return {};
    },
  };

  async function found(ctx: StaffMemberContext, id: string) {
    const { member, to, domain } = (await reached(deps, id, ctx.now)) ?? notFound();
    return { member, to, domain };
  }

  async function counted({ viewer, now }: StaffMemberContext, limit: "staffNotes" | "staffLetters"): Promise<void> {
    refuseOver(
      await limits.hit(
        ...(limit === "staffNotes" ? limitOf("staffNotes", { staff: viewer.id }) : limitOf("staffLetters", { staff: viewer.id })),
        now,
      ),
    );
  }
}

/** The member, and the context of a mail. Null for an account that is erased, or whose site is gone. */
export async function reached(
  { memberOf, domainOf, originOf }: Pick<HandsDeps, "memberOf" | "domainOf" | "originOf">,
  id: string,
  now: number,
) {
  const member = await memberOf(id);
  const domain = member && (await domainOf(member.account.domainId));
  if (!member || !domain || member.account.status === "erased") return null;
  const to: MailContext = { domain, origin: originOf(domain), country: member.profile.country, now };
  return { member, domain, to };
}

function textOf(typed: string, limits: { min: number; max: number }): string {
  const text = cleanText(typed);
  const problem = lengthProblem("text", text, limits);
  if (problem) throw invalid(problem);
  return text;
}

const same = (): FieldError => ({ field: "name", code: "name_taken" });

function notFound(): never {
  throw new AppError("not_found");
}
