import type { outbox } from "#db/schema/index.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { DAY } from "#worker/platform/durations.ts";

type MailRow = typeof outbox.$inferInsert;
type Addressee = Parameters<Mails["trial"]>[1];
type Sample = (mails: Mails, ctx: MailContext, to: Addressee) => Promise<MailRow>;

const secret = "x".repeat(43);

/** One sample of each mail for `/dev/letters` and the tests. A `createMails` method without a sample fails the tests. */
export const SAMPLE_MAILS: Record<string, Sample> = {
  activation: (mails, ctx, to) => mails.activation(ctx, { ...to, link: `${ctx.origin}/a${secret}`, code: "483920", hours: 48 }),
  "activation: by its link": (mails, ctx, to) =>
    mails.activation(ctx, { ...to, link: `${ctx.origin}/a${secret}`, code: null, hours: 48 }),
  activationReminder: (mails, ctx, to) =>
    mails.activationReminder(ctx, {
      ...to,
      ...{ link: `${ctx.origin}/a${secret}`, code: "483920", hours: 48, erased: ctx.now + 13 * DAY },
    }),
  "activationReminder: by its link": (mails, ctx, to) =>
    mails.activationReminder(ctx, {
      ...to,
      ...{ link: `${ctx.origin}/a${secret}`, code: null, hours: 48, erased: ctx.now + 13 * DAY },
    }),
  passwordReset: (mails, ctx, to) =>
    mails.passwordReset(ctx, { ...to, link: `${ctx.origin}/reset-password/do?token=r${secret}`, minutes: 60 }),
  moved: (mails, ctx, to) =>
    mails.moved(ctx, { ...to, link: `${ctx.origin}/login/l${secret}`, before: "oldmeeting.example", days: 3 }),
  movedPassword: (mails, ctx, to) => mails.movedPassword(ctx, to),
  passwordChanged: (mails, ctx, to) => mails.passwordChanged(ctx, to),
  ageProof: (mails, ctx, to) => mails.ageProof(ctx, { ...to, from: "2027-01-15", anonymous: true }),
  ageCheckDecided: (mails, ctx, to) => mails.ageCheckDecided(ctx, { ...to, reason: "unreadable" }),
  "ageCheckDecided: accepted": (mails, ctx, to) => mails.ageCheckDecided(ctx, { ...to, reason: null }),
  passkeyAdded: (mails, ctx, to) => mails.passkeyAdded(ctx, { ...to, passkey: "My phone" }),
  newDevice: (mails, ctx, to) => mails.newDevice(ctx, { ...to, device: { browser: "Firefox", system: "Android" } as never }),
  mailChange: (mails, ctx, to) =>
    mails.mailChange(ctx, { ...to, link: `${ctx.origin}/mail-change/do?token=m${secret}`, hours: 24 }),
  mailChangeNotice: (mails, ctx, to) =>
    mails.mailChangeNotice(ctx, { ...to, link: `${ctx.origin}/v${secret}`, newEmail: "new@example.org", days: 7 }),
  mailUndone: (mails, ctx, to) => mails.mailUndone(ctx, to),
  siteNews: (mails, ctx, to) =>
    mails.siteNews(ctx, {
      ...to,
      subject: `A walk (${to.language})`,
      text: "We meet at noon.\nBring a friend.",
      unsubscribe: `${ctx.origin}/un${secret}`,
    }),
  eventChanged: (mails, ctx, to) => mails.eventChanged(ctx, { ...to, event: eventOf(ctx) }),
  eventCancelled: (mails, ctx, to) => mails.eventCancelled(ctx, { ...to, event: eventOf(ctx) }),
  photoApproved: (mails, ctx, to) => mails.photoApproved(ctx, { ...to, unsubscribe: `${ctx.origin}/up${secret}` }),
  photoRefused: (mails, ctx, to) => mails.photoRefused(ctx, { ...to, reason: "unclear" }),
  addressInUse: (mails, ctx, to) => mails.addressInUse(ctx, to),
  alreadyMember: (mails, ctx, to) => mails.alreadyMember(ctx, to),
  signupExcluded: (mails, ctx, to) => mails.signupExcluded(ctx, { ...to, until: ctx.now + 180 * 24 * 3_600_000 }),
  signupAgain: (mails, ctx, to) =>
    mails.signupAgain(ctx, { ...to, link: `${ctx.origin}/reset-password/do?token=r${secret}`, minutes: 60 }),
  notification: (mails, ctx, to) =>
    mails.notification(ctx, { ...to, ...notificationOf(ctx), kind: "message", more: true, link: `${ctx.origin}/l${secret}` }),
  "notification: like": (mails, ctx, to) =>
    mails.notification(ctx, { ...to, ...notificationOf(ctx), kind: "like", more: false, link: `${ctx.origin}/l${secret}` }),
  "notification: match": (mails, ctx, to) =>
    mails.notification(ctx, { ...to, ...notificationOf(ctx), kind: "match", more: false, link: `${ctx.origin}/l${secret}` }),
  "notification: gift": (mails, ctx, to) =>
    mails.notification(ctx, { ...to, ...notificationOf(ctx), kind: "gift", more: false, link: `${ctx.origin}/l${secret}` }),
  "notification: request": (mails, ctx, to) =>
    mails.notification(ctx, { ...to, ...notificationOf(ctx), kind: "request", more: false, link: `${ctx.origin}/l${secret}` }),
  digest: (mails, ctx, to) => mails.digest(ctx, { ...to, ...digestOf(ctx) }),
  "notification: photo request": (mails, ctx, to) =>
    mails.notification(ctx, {
      ...to,
      ...notificationOf(ctx),
      ...{ kind: "photo_request", more: false, link: `${ctx.origin}/l${secret}` },
    }),
  "notification: photo answer": (mails, ctx, to) =>
    mails.notification(ctx, {
      ...to,
      ...notificationOf(ctx),
      ...{ kind: "photo_answer", more: false, link: `${ctx.origin}/l${secret}` },
    }),
  directDebit: (mails, ctx, to) =>
    mails.directDebit(ctx, {
      ...to,
      ...{ reference: "0123456789ABCDEFGHIJ", ibanEnd: "4300", creditor: "Liaison B.V.", amount: 2499, currency: "EUR" },
      day: ctx.now + 2 * DAY,
    }),
  trial: (mails, ctx, to) => mails.trial(ctx, to),
  complaint: (mails, ctx, to) => mails.complaint(ctx, { ...to, reference: "7KQ2M-9XAVE" }),
  reportDecided: (mails, ctx, to) => mails.reportDecided(ctx, { ...to, reference: "7KQ2M-9XAVE", outcome: "acted" }),
  decision: (mails, ctx, to) =>
    mails.decision(ctx, {
      ...to,
      ...{ reference: "7KQ2M-9XAVE", kind: "warning", reason: "scam", about: "chat", origin: "report", callPictures: true },
      words: "Please ask nobody for money.",
      ...{ until: ctx.now + 7 * DAY, objectUntil: ctx.now + 183 * DAY, link: `${ctx.origin}/objection?open=x.${secret}` },
    }),
  objectionDecided: (mails, ctx, to) =>
    mails.objectionDecided(ctx, {
      ...to,
      ...{ reference: "7KQ2M-9XAVE", outcome: "upheld", origin: "report", link: `${ctx.origin}/objection?open=x.${secret}` },
    }),
  decisionLifted: (mails, ctx, to) => mails.decisionLifted(ctx, { ...to, kind: "mute", words: "Thank you for writing to us." }),
  staffLetter: (mails, ctx, to) => mails.staffLetter(ctx, { ...to, text: "The photo is gone.\n\nThank you for telling us." }),
  nameChanged: (mails, ctx, to) => mails.nameChanged(ctx, { ...to, changed: "Maja" }),
  addressChanged: (mails, ctx, to) => mails.addressChanged(ctx, to),
  creditsGiven: (mails, ctx, to) => mails.creditsGiven(ctx, { ...to, credits: 25 }),
  fraudReturned: (mails, ctx, to) => mails.fraudReturned(ctx, { ...to, credits: 12, removed: "Maja" }),
  complaintAnswer: (mails, ctx, to) =>
    mails.complaintAnswer(ctx, { ...to, reference: "7KQ2M-9XAVE", answer: "The photo is gone.\n\nThank you for telling us." }),
  reactivation: (mails, ctx, to) =>
    mails.reactivation(ctx, { ...to, link: `${ctx.origin}/r${secret}`, until: ctx.now + 14 * DAY }),
  paymentCompleted: (mails, ctx, to) => mails.paymentCompleted(ctx, { ...to, ...PAYMENT }),
  directDebitFailed: (mails, ctx, to) => mails.directDebitFailed(ctx, { ...to, ...PAYMENT }),
  "paymentCompleted: of a debt": (mails, ctx, to) => mails.paymentCompleted(ctx, { ...to, ...PAYMENT, settles: 10 }),
  paymentReversed: (mails, ctx, to) => mails.paymentReversed(ctx, { ...to, ...PAYMENT }),
  paymentRefunded: (mails, ctx, to) => mails.paymentRefunded(ctx, { ...to, ...PAYMENT }),
  withdrawal: (mails, ctx, to) =>
    mails.withdrawal(ctx, {
      ...to,
      reference: "7KQ2M-9XAVE",
      contract: "12",
      orders: [WITHDRAWN, { ...WITHDRAWN, outcome: "late" }],
    }),
  "withdrawal: of a visitor": (mails, ctx, to) =>
    mails.withdrawal(ctx, { ...to, reference: "7KQ2M-9XAVE", contract: "12", orders: null }),
  withdrawalMatched: (mails, ctx, to) =>
    mails.withdrawalMatched(ctx, {
      ...{ ...to, reference: "7KQ2M-9XAVE", refusal: null, sums: [WITHDRAWN] },
      link: `${ctx.origin}/withdraw?token=${secret}`,
    }),
  pictureHidden: (mails, ctx, to) => mails.pictureHidden(ctx, { ...to, reference: "7KQ2M-9XAVE" }),
  withdrawalRefused: (mails, ctx, to) => mails.withdrawalRefused(ctx, { ...to, reference: "7KQ2M-9XAVE", refusal: "used" }),
  "paymentRefunded: of a second order": (mails, ctx, to) =>
    mails.paymentRefunded(ctx, { ...to, ...PAYMENT, returned: "discount" }),
  "paymentRefunded: above a limit": (mails, ctx, to) => mails.paymentRefunded(ctx, { ...to, ...PAYMENT, returned: "limit" }),
  paymentUndecided: (mails, ctx, to) => mails.paymentUndecided(ctx, { ...to, ...PAYMENT }),
  refundRefused: (mails, ctx, to) =>
    mails.refundRefused(ctx, { ...to, payment: PAYMENT.payment, amount: 1000, currency: "EUR", reason: "not_due" }),
  "refundRefused: by the provider": (mails, ctx, to) =>
    mails.refundRefused(ctx, { ...to, payment: PAYMENT.payment, amount: 1000, currency: "EUR", reason: "provider" }),
  verificationDecided: (mails, ctx, to) => mails.verificationDecided(ctx, { ...to, reason: "other_gesture", marked: false }),
  "verificationDecided: another main photo": (mails, ctx, to) =>
    mails.verificationDecided(ctx, { ...to, reason: null, marked: false }),
  deletionDone: (mails, ctx, to) => mails.deletionDone(ctx, to),
  dataExport: (mails, ctx, to) => mails.dataExport(ctx, to),
};

const WITHDRAWN = { payment: "0".repeat(20), amount: 2499, currency: "EUR", outcome: "open" as const };
const PAYMENT = { payment: "0".repeat(20), credits: 60, amount: 2499, currency: "EUR" };

function digestOf(ctx: MailContext) {
  const { who, logsIn } = notificationOf(ctx);
  const kinds = ["message", "request", "gift", "like", "match", "photo_request", "photo_answer"] as const;
  const parts = kinds.map((kind, index) => ({ kind, count: index + 2, who, more: index > 0 }));
  const one = [{ name: "Amsterdam", fictional: false, byStaff: false }];
  return {
    parts: [...parts, { kind: "search" as const, count: 1, who: one, more: false }],
    ...{ logsIn, link: `${ctx.origin}/l${secret}`, unsubscribe: `${ctx.origin}/ud${"0".repeat(20)}${secret}` },
  };
}

function notificationOf({ origin }: MailContext) {
  const who = [
    { name: "Maja", fictional: false, byStaff: false },
    { name: "Ben", fictional: true, byStaff: false },
  ];
  return { who, logsIn: true, unsubscribe: `${origin}/um${"0".repeat(20)}${secret}` };
}

function eventOf({ now }: MailContext) {
  return {
    id: "x".repeat(20),
    title: "A walk",
    city: "Haarlem",
    place: "The fountain",
    startsAt: now + DAY,
    zone: "Europe/Amsterdam",
  };
}
