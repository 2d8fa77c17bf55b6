import type { Attribute } from "./attribute-table.ts";

/** The texts are `members.attributes.<field>.<code>` in the locales. Null means not said. */
export const GENDERS = ["male", "female"] as const;
/** In whose searches a member is shown. Two for members who are neither, or both. Decision 141. */
export const SHOWN_IN = ["male", "female", "both"] as const;
export type ShownIn = (typeof SHOWN_IN)[number];
/** What a member says beyond woman and man. The texts are `members.attributes.identity.<code>`. */
export const IDENTITIES = ["non_binary", "trans_woman", "trans_man", "agender"] as const;
/** `own`: in the member's own words. Decision 150. */
export const SAID_IDENTITIES = [...IDENTITIES, "own"] as const;
/** With the consent that it needs (GDPR, Article 7(1) and 9); both go together. */
export interface Identity {
  code: (typeof SAID_IDENTITIES)[number];
  /** Other members read it. */
  shown: boolean;
  /** Of `own` alone. Empty after staff have removed them. */
  words?: string;
  /** The words wait for a person, or were refused: nobody else reads them. */
  waits?: true;
  agreed: { version: string; language: string; at: number };
}
/** The trip that others see of a member, in place of the own town. Days as ISO dates. Decision 143. */
export interface Stay {
  country: string;
  region: string;
  city: string;
  from: string;
  until: string;
}
export const LOOKING_FOR = ["female", "male", "everyone"] as const;

/** `reversal` undoes the entry in `reverses_id`. `debt` repays credits that were spent before their purchase was taken back. */
export const LEDGER_KINDS = [
  ...(["signup", "message", "adjustment", "purchase", "gift", "photos", "icebreaker"] as const),
  ...(["refund", "chargeback", "debt", "reversal", "brought", "goodwill", "call"] as const),
] as const;

/** Accounts of the double-entry bookkeeping: `sales` and `bonus` issue credits, `revenue` and `refund` take them. */
export const BOOKS = ["member", "sales", "bonus", "revenue", "refund"] as const;

export const PAYMENT_STATUSES = [
  "created",
  "pending",
  "completed",
  "failed",
  "cancelled",
  "expired",
  "refunded",
  "chargeback",
] as const;

/** `unused`: the share of unspent credits. `whole`: all that was paid; spent credits become a debt. `sum`: what staff enter. */
export const REFUND_SHARES = ["unused", "whole", "sum"] as const;
export const REFUND_REASONS = ["withdrawal", "fault", "goodwill", "unauthorised"] as const;
export const REFUND_REFUSALS = ["not_due", "wrong_sum", "suspicious"] as const;
/** Why a payment goes back by itself: decision 74. */
export const RETURN_CAUSES = ["discount", "limit", "paused", "excluded", "banned", "left", "closed", "age"] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];
/** `failed`: the credits were spent before the approval took effect. `superseded`: the payment was given back otherwise. */
export const PROPOSAL_STATUSES = ["proposed", "approved", "refused", "failed", "superseded"] as const;

export const PHOTO_REJECTIONS = ["no_person", "someone_else", "explicit", "contact_details", "unclear", "illegal"] as const;

/** Gestures of a proof; the drawings are in app/features/discovery/verifications. */
export const GESTURES = ["thumb_up", "flat_hand", "two_fingers", "fist", "pointing_up", "hand_on_head"] as const;
export type Gesture = (typeof GESTURES)[number];

export const VERIFICATION_REFUSALS = ["other_person", "other_gesture", "unclear", "edited", "someone_beside"] as const;

/** Parts of a profile whose new text may wait for a person, and why it does. */
export const HELD_FIELDS = ["about", "prompts", "identity"] as const;
export type HeldField = (typeof HELD_FIELDS)[number];
/** `voice`: a new recording, which a person hears first. */
export const HELD_CAUSES = ["money", "contacts", "copied", "voice"] as const;
export type HeldCause = (typeof HELD_CAUSES)[number];

export const PHOTO_GRANTS = ["requested", "granted", "refused"] as const;

export const STAFF_ROLES = ["operator", "support", "moderator", "desk"] as const;

export const STAFF_OBJECTS = [
  ...(["none", "staff_member", "work_item", "work_queue"] as const),
  "photo",
  "audit",
  "member",
  "figures",
  "payment",
  "verification",
  "age_check",
  "deployment",
  "text",
  "fictional",
] as const;

/** `member`: a decision from the file of a member. It never waits in a queue. */
export const WORK_KINDS = [
  ...(["photo", "report", "complaint", "text", "appeal", "refund"] as const),
  ...(["withdrawal", "verification", "age", "member", "request", "desk"] as const),
] as const;
/** What staff begin and a second person may have to decide. */
export const REQUEST_KINDS = ["credits", "export", "erase"] as const;
export const CREDIT_REASONS = ["fault", "goodwill", "promised"] as const;
/** How the member asked for an export or a deletion. */
export const REQUEST_REASONS = ["asked_by_mail", "asked_by_letter", "asked_by_authority"] as const;
export const REQUEST_STATUSES = ["proposed", "approved", "refused", "failed"] as const;
export const SITE_PROPOSAL_STATUSES = ["proposed", "approved", "refused", "void"] as const;
export const MEMBER_FILE_STATUSES = ["proposed", "approved", "alone", "refused"] as const;
export const CANNED_PLACES = ["letter", "complaint", "report"] as const;
export const SIGNUP_BAN_KINDS = ["network", "mail_domain"] as const;
export const WORK_STATES = ["waiting", "decided", "leaving", "done"] as const;

/** What becomes of a purchase that a consumer withdraws from: `open` can be paid back. */
export const WITHDRAWAL_OUTCOMES = ["open", "late", "used", "paid"] as const;
export type WithdrawalOutcome = (typeof WITHDRAWAL_OUTCOMES)[number];
export const WITHDRAWAL_STATUSES = ["waiting", "settled", "refused"] as const;
export const WITHDRAWAL_REFUSALS = ["late", "used", "unknown", "duplicate"] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

export const COMPLAINT_KINDS = ["illegal_content", "consumer", "intimate_picture"] as const;
/** `answered` judges nothing; a closed complaint has none. */
export const COMPLAINT_OUTCOMES = ["upheld", "rejected", "answered"] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

export type StaffRole = (typeof STAFF_ROLES)[number];
export type StaffObject = (typeof STAFF_OBJECTS)[number];
export type WorkKind = (typeof WORK_KINDS)[number];
export type LedgerKind = (typeof LEDGER_KINDS)[number];
export type Gender = (typeof GENDERS)[number];
export type LookingFor = (typeof LOOKING_FOR)[number];

/** Statuses of accounts that no longer take a log-in. */
export const GONE: ("deleted" | "erased")[] = ["deleted", "erased"];

/** True if an account of this status takes a log-in. */
export function isHere(status: string): boolean {
  return !GONE.some((gone) => gone === status);
}

/** An answer to one of the niche's questions, at most three a profile. */
export interface PromptAnswer {
  question: string;
  answer: string;
}

/** An answer that is also spoken. What is written says the same for those who do not hear it. */
export interface StoredPrompt extends PromptAnswer {
  voice?: { key: string; duration: number; levels: string; container: "webm" | "m4a" };
}

/** Minor currency units by period; null means no limit. */
export interface SpendLimits {
  day: number | null;
  week: number | null;
  month: number | null;
}

/** Limits to the members in a member's lists. A missing one is no limit; missing ages follow the own age. */
export interface Wishes {
  ages?: [from: number, to: number];
  /** In km. */
  distance?: number;
  /** A profile has to name these codes: two at most. */
  dealbreakers?: Partial<Record<Attribute, string>>;
  /** Ages and distance also say who is shown this member. */
  onlyThese?: true;
  /** The search shows those too who look for others. */
  everybody?: true;
}

/** Wall-clock times ("22:00") in an IANA zone; the end may lie on the next day. */
export interface QuietHours {
  from: string;
  to: string;
  zone: string;
}

/** By kind and channel, where it is not at once. Decision 145. */
export type Paces = Partial<Record<string, Partial<Record<string, "daily" | "weekly">>>>;

/** Notifications whose mail waits until the member is away. */
export const WAITING_MAILS = ["message", "request", "like", "match", "search", "photo_request", "photo_answer"] as const;

export const REPORT_KINDS = ["profile", "photo", "prompt", "message", "gift", "chat"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** `photo`: the reason that a removed photo gets. `urgent`: reports are due sooner. */
export const VIOLATIONS = {
  minor: { report: true, decision: true, photo: "minor", urgent: true },
  illegal: { report: true, decision: true, photo: "illegal", urgent: true },
  harassment: { report: true, decision: true, photo: "harassment", urgent: false },
  scam: { report: true, decision: true, photo: "scam", urgent: false },
  fake: { report: true, decision: true, photo: "someone_else", urgent: false },
  unlisted: { report: true, decision: false, urgent: false },
  contact_details: { report: false, decision: true, photo: "contact_details", urgent: false },
} as const;
type Violation = keyof typeof VIOLATIONS;
type ViolationsWith<W> = { [K in Violation]: (typeof VIOLATIONS)[K] extends W ? K : never }[Violation];
export type ReportReason = ViolationsWith<{ report: true }>;
export type DecisionReason = ViolationsWith<{ decision: true }>;

const CODES = Object.keys(VIOLATIONS) as Violation[];
export const REPORT_REASONS = CODES.filter((code) => VIOLATIONS[code].report) as [ReportReason, ...ReportReason[]];
export const DECISION_REASONS = CODES.filter((code) => VIOLATIONS[code].decision) as [DecisionReason, ...DecisionReason[]];

export type PhotoReason = (typeof PHOTO_REJECTIONS)[number] | (typeof VIOLATIONS)[DecisionReason]["photo"];
/** Of a moderator's look at a new photo, and of a decision that removes one. */
export const PHOTO_REASONS = [
  ...new Set<PhotoReason>([...PHOTO_REJECTIONS, ...DECISION_REASONS.map((code) => VIOLATIONS[code].photo)]),
] as [PhotoReason, ...PhotoReason[]];
/** Shown to the reporter; only the member sees the decision itself. `left`: erased before a decision. */
export const REPORT_OUTCOMES = ["no_violation", "acted", "left"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export interface ProofMessage {
  seq: number;
  sender: string;
  type: string;
  text: string;
  /** ISO 8601. */
  at: string;
}

/** Copy of the reported content at the time of the report. */
export interface Proof {
  name: string;
  fictional: boolean;
  profile?: {
    country: string;
    city: string | null;
    about: string;
    prompts: StoredPrompt[];
    /** What the member says of their gender in own words, where others read it. */
    identity?: string;
    photos: string[];
  };
  photo?: { id: string; key: string };
  prompt?: StoredPrompt;
  gift?: { gift: string; note: string; at: string };
  /** The reported message with those around it, or the last ones of the chat. */
  messages?: ProofMessage[];
  /** Seq of the reported message. */
  seq?: number;
  /** The reported message is a recording, of `duration` ms. */
  voice?: { key: string; duration: number };
  /** R2 keys of pictures of a call, which the reporter took. */
  call?: { kind: "voice" | "video"; pictures: string[] };
}

export type DecisionKind = (typeof DECISION_KINDS)[number];
export const DECISION_KINDS = ["content_removed", "text_refused", "warning", "mute", "ban"] as const;
/** A kind of reported content, or the account as a whole. */
export const DECISION_SUBJECTS = [...REPORT_KINDS, "account"] as const;
export type DecisionSubject = (typeof DECISION_SUBJECTS)[number];
export const APPEAL_OUTCOMES = ["upheld", "reversed"] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];
/** Fixed lines of a goodbye; each reader sees them in their own language. */
export const GOODBYES = ["best", "spark", "met"] as const;

/** What waits for a payment. `nothing`: the buyer returns to the chat. */
export const WAITING_KINDS = ["text", "icebreaker", "gift", "photos", "nothing"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** Why it was paid, and yet not sent. */
export const NOT_SENT = ["late", "changed", "price", "returned", "excluded", "receiver", "refused"] as const;
export type NotSent = (typeof NOT_SENT)[number];
