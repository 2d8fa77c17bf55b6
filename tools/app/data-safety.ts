import { type attributeRow, BY_CONSENT } from "#db/schema/attribute-table.ts";
import { formFields } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

type Group = ReturnType<typeof attributeRow>["group"];

interface Kind {
  /** Of Google Play's form "Data safety". */
  google: string;
  /** Of Apple's "App privacy". */
  apple: string;
  /** The same in Apple's privacy manifest, behind `NSPrivacyCollectedDataType`. */
  manifest: string;
  what: string;
  optional: boolean;
  if?: (settings: DomainFile["settings"]) => boolean;
  /** Attributes of the profile that are of this kind. */
  groups?: readonly Group[];
  /** Files of a member's download that are of this kind. */
  files: readonly string[];
}

const sells = ({ packages }: DomainFile["settings"]) => Object.keys(packages).length > 0;
const speaks = ({ voice }: DomainFile["settings"]) => voice;
const asksBeliefs = (settings: DomainFile["settings"]) =>
  formFields(settings).some((field) => BY_CONSENT.some((one) => one === field));

export const KINDS: readonly Kind[] = [
  {
    ...{ google: "Personal info: name", apple: "Contact Info: Name", manifest: "Name" },
    ...{ what: "the user name", optional: false, files: ["profile"] },
  },
  {
    ...{ google: "Personal info: email address", apple: "Contact Info: Email Address", manifest: "EmailAddress" },
    ...{ what: "log-in, mails", optional: false, files: ["account", "mails", "links", "mail-reports"] },
  },
  {
    ...{ google: "Personal info: user IDs", apple: "Identifiers: User ID", manifest: "UserID" },
    ...{ what: "the account's id", optional: false, files: ["account", "invites"] },
  },
  {
    ...{ google: "Personal info: sexual orientation", apple: "Sensitive Info", manifest: "SensitiveInfo" },
    ...{ what: "whom a member looks for, and what a profile says", optional: false },
    ...{ groups: ["life"], files: ["profile", "preferences", "searches", "consents"] },
  },
  {
    ...{ google: "Personal info: political or religious beliefs", apple: "Sensitive Info", manifest: "SensitiveInfo" },
    ...{ what: `${BY_CONSENT.join(" and ")} of the profile, with a consent of their own`, optional: true, if: asksBeliefs },
    ...{ groups: ["beliefs"], files: ["profile", "belief_consent"] },
  },
  {
    ...{ google: "Personal info: other info", apple: "Other Data", manifest: "OtherDataTypes" },
    ...{ what: "date of birth, gender, facts and texts of the profile, consents, settings, decisions of staff", optional: false },
    groups: ["life", "looks", "family", "habits", "work"],
    files: [
      ...["profile", "preferences", "match-answers", "age-checks", "age-requests", "brought", "consents", "news_consent"],
      ...["decisions", "signals", "message-reads", "photo-reads", "staff-notes", "desk-notes", "downloads"],
    ],
  },
  {
    ...{ google: "Location: approximate location", apple: "Location: Coarse Location", manifest: "CoarseLocation" },
    ...{
      what: "towns that a member chooses, and the country of a log-in",
      optional: true,
      files: ["profile", "trips", "log-ins"],
    },
  },
  {
    ...{ google: "Photos and videos: photos", apple: "User Content: Photos or Videos", manifest: "PhotosorVideos" },
    ...{ what: "profile, chat, proofs of identity and age, and pictures of a call that a report holds", optional: true },
    files: ["photos", "chat-photos", "verifications", "age-checks"],
  },
  {
    ...{ google: "Audio: voice or sound recordings", apple: "User Content: Audio Data", manifest: "AudioData" },
    ...{
      what: "voice messages in chats and spoken answers of profiles",
      optional: true,
      if: speaks,
      files: ["chat-photos", "voice-answers"],
    },
  },
  {
    ...{ google: "Contacts", apple: "Contacts: Contacts", manifest: "Contacts" },
    ...{ what: "codes of the addresses of people who are not to see a member", optional: true, files: ["people_i_know"] },
  },
  {
    ...{ google: "Messages: other in-app messages", apple: "User Content: Emails or Text Messages" },
    ...{ manifest: "EmailsOrTextMessages", what: "chats, and when calls were made and how long they took", optional: true },
    files: ["chats", "chat-drafts", "waiting-messages", "held-texts", "calls"],
  },
  {
    ...{
      google: "App activity: other user-generated content",
      apple: "User Content: Customer Support",
      manifest: "CustomerSupport",
    },
    ...{ what: "reports and complaints", optional: true, files: ["reports", "complaints"] },
  },
  {
    ...{ google: "App activity: app interactions", apple: "Usage Data: Product Interaction", manifest: "ProductInteraction" },
    ...{ what: "likes, visits, blocks, events to which a member goes, last day of use", optional: false },
    files: [
      ...["likes", "pending-likes", "swipes", "visits", "blocked", "gifts", "photo-access", "unlocked-photos", "notified"],
      ...["log-ins", "events"],
    ],
  },
  {
    ...{ google: "App activity: in-app search history", apple: "Search History", manifest: "SearchHistory" },
    ...{ what: "searches that a member saves", optional: true, files: ["searches"] },
  },
  {
    ...{ google: "Financial info: purchase history", apple: "Purchases: Purchase History", manifest: "PurchaseHistory" },
    ...{ what: "orders and receipts, which the law keeps", optional: true, if: sells },
    files: [
      ...["payments", "credits", "lots", "debts", "refunds", "refund-proposals", "returned-credits", "withdrawals"],
      ...["discounts", "discount-codes"],
    ],
  },
  {
    ...{ google: "Financial info: user payment info", apple: "Financial Info: Payment Info", manifest: "PaymentInfo" },
    ...{ what: "the bank account of a direct debit, and what a provider says of a stored card", optional: true, if: sells },
    files: ["mandates", "payment-methods"],
  },
  {
    ...{ google: "Personal info: phone number", apple: "Contact Info: Phone Number", manifest: "PhoneNumber" },
    ...{ what: "for the code by SMS before a direct debit", optional: true, if: sells, files: ["mandates"] },
  },
  {
    ...{ google: "Device or other IDs", apple: "Identifiers: Device ID", manifest: "DeviceID" },
    ...{ what: "the address for push messages, passkeys, the browser of a log-in", optional: true },
    files: ["push", "passkeys", "log-ins"],
  },
];

export function kindsOf(settings: DomainFile["settings"]): Kind[] {
  return KINDS.filter((kind) => kind.if?.(settings) ?? true);
}

/** Answers for both stores as a page in Markdown. Facts of the product: an operator who adds to it must add here. */
export function dataSafety({ settings }: Pick<DomainFile, "settings">): string {
  const home = `https://${settings.domain}`;
  const rows = kindsOf(settings).map(
    ({ google, apple, what, optional }) => `| ${google} | ${apple} | ${what} | ${optional ? "optional" : "required"} |`,
  );
  return `# Answers on data: ${settings.name}

Read them against what you do yourself: your mail, your payment provider, your statistics.

| Google Play, "Data safety" | Apple, "App privacy" | what it is | to the member |
| --- | --- | --- | --- |
${rows.join("\n")}

- **Purpose** of each: the app's functions, and protection against fraud and abuse. Nothing is for advertising or tracking.
- **Linked to the person:** yes, all of it.
- **Shared with others:** no. ${sells(settings) ? "A payment goes to the payment provider, which the member chooses (a service provider)." : "Nothing is sold."}
${settings.calls ? "- **Calls:** sound and picture pass between two devices, encrypted, and are not stored; they count as no collected data.\n" : ""}- **Encrypted in transit:** yes, HTTPS alone.
- **Deletion:** in the app and at ${home}/settings/delete. Copy of the data: ${home}/settings/data.
- **Age:** 18 and over. Google: "Social and communication: users interact", "Dating". Apple: 18+.
`;
}
