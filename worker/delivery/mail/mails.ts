import { type WaitingKind, waitingMail } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import type { AgeCheckRefusal } from "#worker/people/identity/age-checks.vocabulary.ts";
import type { Device } from "#worker/people/identity/device.vocabulary.ts";
import { PROOF_DAYS, type ProofRefusal } from "#worker/people/identity/verifications.vocabulary.ts";
import type { PhotoRefusal } from "#worker/people/reports/photo-decision.ts";
import { formatDay, formatTimeInZone } from "#worker/platform/dates.ts";
import { money } from "#worker/platform/money.ts";
import { servesEurope, withdrawalWords } from "#worker/sites/domains/withdrawal.vocabulary.ts";
import { type Addressee, composeMail, type MailContext, type MailRow, readerFor } from "./compose-mail.ts";
import { DECISION_MAILS } from "./decision-mails.ts";
import { EVENT_MAILS } from "./event-mails.ts";
import { HAND_MAILS } from "./hand-mails.ts";
import { DIGEST, TOLD_KINDS } from "./kinds.vocabulary.ts";
import { type ActivationContent, activationMail } from "./templates/activation.ts";
import { activationReminderMail } from "./templates/activation-reminder.ts";
import { ageCheckAcceptedMail, ageCheckRefusedMail } from "./templates/age-check.ts";
import { ageProofMail } from "./templates/age-proof.ts";
import { alreadyMemberMail } from "./templates/already-member.ts";
import { complaintAnswerMail, complaintMail } from "./templates/complaint.ts";
import { dataExportMail } from "./templates/data-export.ts";
import { deletionDoneMail } from "./templates/deletion-done.ts";
import { type DigestContent, digestMail } from "./templates/digest.ts";
import { directDebitMail } from "./templates/direct-debit.ts";
import { addressInUseMail, mailChangeMail, mailChangeNotice, mailUndoneMail } from "./templates/mail-change.ts";
import { movedMail, movedPasswordMail } from "./templates/moved.ts";
import { newDeviceMail } from "./templates/new-device.ts";
import { type NotificationContent, notificationMail } from "./templates/notification.ts";
import { passkeyAddedMail } from "./templates/passkey-added.ts";
import { passwordChangedMail } from "./templates/password-changed.ts";
import { passwordResetMail } from "./templates/password-reset.ts";
import { type PaymentContent, paymentMail, type RefusedRefundContent, refundRefusedMail } from "./templates/payment.ts";
import { photoApprovedMail, photoRefusedMail } from "./templates/photo.ts";
import { reactivationMail } from "./templates/reactivation.ts";
import { signupAgainMail } from "./templates/signup-again.ts";
import { signupExcludedMail } from "./templates/signup-excluded.ts";
import { trialMail } from "./templates/trial.ts";
import { verificationApprovedMail, verificationRefusedMail } from "./templates/verification.ts";

import { WITHDRAWAL_MAILS } from "./withdrawal-mails.ts";

export type { Addressee, MailContext } from "./compose-mail.ts";

export type Mails = ReturnType<typeof createMails>;

/** The caller stores the row with its cause, then calls `dispatch`, which never fails: the sweep retries. */
export function createMails(dispatch: (id: string) => Promise<void>) {
  return {
    dispatch,
    ...DECISION_MAILS,
    ...WITHDRAWAL_MAILS,
    ...HAND_MAILS,
    ...EVENT_MAILS,

    async activation(ctx: MailContext, to: Addressee & ActivationContent): Promise<MailRow> {
      return composeMail(ctx, to, "activation", (frame) => activationMail(frame, to));
    },

    /** `erased`: time (ms) at which an unconfirmed account is erased. */
    async activationReminder(ctx: MailContext, to: Addressee & ActivationContent & { erased: number }): Promise<MailRow> {
      return composeMail(ctx, to, "activation_reminder", (frame) =>
        activationReminderMail(frame, { ...to, date: formatDay(to.erased, readerFor(ctx, frame)) }),
      );
    },

    async passwordReset(ctx: MailContext, to: Addressee & { link: string; minutes: number }): Promise<MailRow> {
      return composeMail(ctx, to, "password_reset", (frame) => passwordResetMail(frame, to));
    },

    /** To a member brought from another system. `before`: its name; `days`: the link's. */
    async moved(ctx: MailContext, to: Addressee & { link: string; before: string; days: number }): Promise<MailRow> {
      return composeMail(ctx, to, "moved", (frame) => movedMail(frame, to));
    },

    /** The password of the other system was not used for a year. */
    async movedPassword(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "moved_password", (frame) =>
        movedPasswordMail(frame, { link: `${ctx.origin}/reset-password` }),
      );
    },

    async passwordChanged(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "password_changed", (frame) =>
        passwordChangedMail(frame, {
          link: `${ctx.origin}/reset-password`,
          time: formatTimeInZone(ctx.now, readerFor(ctx, frame)),
        }),
      );
    },

    async newDevice(ctx: MailContext, to: Addressee & { device: Device }): Promise<MailRow> {
      return composeMail(ctx, to, "new_device", (frame) => {
        const { t } = frame;
        const { browser, system } = to.device;
        const names = { browser: browser ?? t("sessions.devices.browser"), system: system ?? t("sessions.devices.system") };
        return newDeviceMail(frame, {
          when: formatTimeInZone(ctx.now, readerFor(ctx, frame)),
          device: t("sessions.devices.name", names),
          country: new Intl.DisplayNames(t.language, { type: "region" }).of(ctx.country) ?? null,
          reset: `${ctx.origin}/reset-password`,
          devices: `${ctx.origin}/settings/devices`,
        });
      });
    },

    async mailChange(ctx: MailContext, to: Addressee & { link: string; hours: number }): Promise<MailRow> {
      return composeMail(ctx, to, "mail_change", (frame) => mailChangeMail(frame, to));
    },

    async mailChangeNotice(ctx: MailContext, to: Addressee & { link: string; newEmail: string; days: number }): Promise<MailRow> {
      return composeMail(ctx, to, "mail_change_notice", (frame) => mailChangeNotice(frame, to));
    },

    async mailUndone(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "mail_undone", (frame) =>
        mailUndoneMail(frame, { link: `${ctx.origin}/reset-password`, time: formatTimeInZone(ctx.now, readerFor(ctx, frame)) }),
      );
    },

    async addressInUse(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "address_in_use", (frame) => addressInUseMail(frame, { link: `${ctx.origin}/login` }));
    },

    async passkeyAdded(ctx: MailContext, to: Addressee & { passkey: string }): Promise<MailRow> {
      const content = { name: to.passkey, link: `${ctx.origin}/settings/passkeys` };
      return composeMail(ctx, to, "passkey_added", (frame) => passkeyAddedMail(frame, content));
    },

    /** `from`: the day (ISO 8601) on which the proof becomes necessary. `anonymous`: no method shows who the member is. */
    async ageProof(ctx: MailContext, to: Addressee & { from: string; anonymous: boolean }): Promise<MailRow> {
      const { anonymous } = to;
      return composeMail(ctx, to, "age_proof", (frame) =>
        ageProofMail(frame, { date: formatDay(to.from, readerFor(ctx, frame)), link: `${ctx.origin}/proof-of-age`, anonymous }),
      );
    },

    /** A person looked at a pose and a document. `reason`: null if the proof was accepted. */
    async ageCheckDecided(ctx: MailContext, to: Addressee & { reason: AgeCheckRefusal | null }): Promise<MailRow> {
      const { reason } = to;
      if (reason === null)
        return composeMail(ctx, to, "age_check_accepted", (frame) =>
          ageCheckAcceptedMail(frame, { link: `${ctx.origin}/members` }),
        );
      const [link, object] = [`${ctx.origin}/proof-of-age/person`, `${ctx.origin}/complaints`];
      return composeMail(ctx, to, "age_check_refused", (frame) => ageCheckRefusedMail(frame, { reason, link, object }));
    },

    async alreadyMember(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "already_member", (frame) => alreadyMemberMail(frame, { link: `${ctx.origin}/login` }));
    },

    async signupExcluded(ctx: MailContext, to: Addressee & { until: number }): Promise<MailRow> {
      return composeMail(ctx, to, "signup_excluded", (frame) =>
        signupExcludedMail(frame, { date: formatDay(to.until, readerFor(ctx, frame)), link: `${ctx.origin}/ban` }),
      );
    },

    async signupAgain(ctx: MailContext, to: Addressee & { link: string; minutes: number }): Promise<MailRow> {
      return composeMail(ctx, to, "signup_again", (frame) => signupAgainMail(frame, to));
    },

    async notification(ctx: MailContext, to: Addressee & NotificationContent & { kind: WaitingKind }): Promise<MailRow> {
      const { template } = waitingMail(to.kind);
      return composeMail(ctx, to, template, (frame) => notificationMail(frame, template, to), to.unsubscribe);
    },

    async digest(ctx: MailContext, to: Addressee & DigestContent): Promise<MailRow> {
      const row = await composeMail(ctx, to, DIGEST, (frame) => digestMail(frame, to), to.unsubscribe);
      return { ...row, headers: { ...row.headers, [TOLD_KINDS]: to.parts.map(({ kind }) => kind).join(" ") } };
    },

    /** `day` in ms. */
    async directDebit(
      ctx: MailContext,
      to: Addressee & { reference: string; ibanEnd: string; creditor: string; amount: number; currency: string; day: number },
    ): Promise<MailRow> {
      return composeMail(ctx, to, "direct_debit", (frame) =>
        directDebitMail(frame, {
          ...{ reference: to.reference, creditor: to.creditor, end: to.ibanEnd },
          amount: money(to.amount, to.currency, frame.t.language),
          day: formatDay(to.day, readerFor(ctx, frame)),
          link: `${ctx.origin}/transactions`,
        }),
      );
    },

    async trial(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "trial", (frame) => trialMail(frame, { link: `${ctx.origin}/notifications` }));
    },

    async complaint(ctx: MailContext, to: Addressee & { reference: string }): Promise<MailRow> {
      const content = { reference: to.reference, link: `${ctx.origin}/service` };
      return composeMail(ctx, to, "complaint", (frame) => complaintMail(frame, content));
    },

    async complaintAnswer(ctx: MailContext, to: Addressee & { reference: string; answer: string }): Promise<MailRow> {
      const content = { reference: to.reference, answer: to.answer, link: `${ctx.origin}/complaints` };
      return composeMail(ctx, to, "complaint_answer", (frame) => complaintAnswerMail(frame, content));
    },

    async reactivation(ctx: MailContext, to: Addressee & { link: string; until: number }): Promise<MailRow> {
      return composeMail(ctx, to, "reactivation", (frame) =>
        reactivationMail(frame, { link: to.link, until: formatDay(to.until, readerFor(ctx, frame)) }),
      );
    },

    async dataExport(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "data_export", (frame) => dataExportMail(frame, { link: `${ctx.origin}/settings/data` }));
    },

    async paymentCompleted(ctx: MailContext, to: Addressee & PaymentContent): Promise<MailRow> {
      return payment(ctx, to, "payment_completed");
    },

    async directDebitFailed(ctx: MailContext, to: Addressee & PaymentContent): Promise<MailRow> {
      return payment(ctx, to, "direct_debit_failed");
    },

    /** The whole payment was taken back: by the bank, or by us. */
    async paymentReversed(ctx: MailContext, to: Addressee & PaymentContent): Promise<MailRow> {
      return payment(ctx, to, "payment_reversed");
    },

    /** The provider has not decided for 30 days. */
    async paymentUndecided(ctx: MailContext, to: Addressee & PaymentContent): Promise<MailRow> {
      return payment(ctx, to, "payment_undecided");
    },

    /** The buyer gave unused credits back, or the money came too late (decision 74). */
    async paymentRefunded(ctx: MailContext, to: Addressee & PaymentContent): Promise<MailRow> {
      return payment(ctx, to, "payment_refunded");
    },

    /** Staff or the payment provider refused a refund, or it was too late for it. */
    async refundRefused(ctx: MailContext, to: Addressee & RefusedRefundContent): Promise<MailRow> {
      const [link, object] = [`${ctx.origin}/transactions/${to.payment}`, `${ctx.origin}/complaints`];
      return composeMail(ctx, to, "refund_refused", (frame) => refundRefusedMail(frame, { ...to, link, object }));
    },

    async photoApproved(ctx: MailContext, to: Addressee & { unsubscribe: string }): Promise<MailRow> {
      const content = { link: `${ctx.origin}/profile`, unsubscribe: to.unsubscribe };
      return composeMail(ctx, to, "photo_approved", (frame) => photoApprovedMail(frame, content), to.unsubscribe);
    },

    async photoRefused(ctx: MailContext, to: Addressee & { reason: PhotoRefusal }): Promise<MailRow> {
      const content = { reason: to.reason, link: `${ctx.origin}/profile`, object: `${ctx.origin}/complaints` };
      return composeMail(ctx, to, "photo_refused", (frame) => photoRefusedMail(frame, content));
    },

    /** `reason`: null for an approved proof. */
    async verificationDecided(
      ctx: MailContext,
      to: Addressee & { reason: ProofRefusal | null; marked: boolean },
    ): Promise<MailRow> {
      const [link, object, days] = [`${ctx.origin}/settings/verification`, `${ctx.origin}/complaints`, PROOF_DAYS];
      const { reason } = to;
      if (reason === null)
        return composeMail(ctx, to, "verification_approved", (frame) =>
          verificationApprovedMail(frame, { link, days, marked: to.marked }),
        );
      return composeMail(ctx, to, "verification_refused", (frame) =>
        verificationRefusedMail(frame, { reason, link, object, days }),
      );
    },

    async deletionDone(ctx: MailContext, to: Addressee): Promise<MailRow> {
      return composeMail(ctx, to, "deletion_done", (frame) => deletionDoneMail(frame, { link: `${ctx.origin}/` }));
    },
  };
}

async function payment(
  ctx: MailContext,
  to: Addressee & PaymentContent,
  template: Parameters<typeof paymentMail>[1],
): Promise<MailRow> {
  const link = `${ctx.origin}/transactions/${to.payment}`;
  const europe = template === "payment_completed" && servesEurope(ctx.domain.settings);
  const words = withdrawalWords(to.country ?? ctx.country);
  const withdraw = europe ? { link: `${ctx.origin}/withdraw?order=${to.payment}`, words } : undefined;
  return composeMail(ctx, to, template, (frame) => paymentMail(frame, template, { ...to, link, withdraw }));
}
