import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

interface Kind {
  /** Of Google Play's form "Data safety". */
  google: string;
  /** Of Apple's "App privacy". */
  apple: string;
  what: string;
  optional: boolean;
  if?: (settings: DomainFile["settings"]) => boolean;
}

const sells = ({ packages }: DomainFile["settings"]) => Object.keys(packages).length > 0;

const KINDS: readonly Kind[] = [
  { google: "Personal info: name", apple: "Contact Info: Name", what: "the user name", optional: false },
  { google: "Personal info: email address", apple: "Contact Info: Email Address", what: "log-in, mails", optional: false },
  { google: "Personal info: user IDs", apple: "Identifiers: User ID", what: "the account's id", optional: false },
  {
    google: "Personal info: sexual orientation",
    apple: "Sensitive Info",
    what: "whom a member looks for, and what a profile says",
    optional: false,
  },
  {
    google: "Personal info: other info",
    apple: "Other Data",
    what: "date of birth, gender, facts and texts of the profile",
    optional: false,
  },
  {
    google: "Location: approximate location",
    apple: "Location: Coarse Location",
    what: "the town that a member chooses",
    optional: true,
  },
  { google: "Photos and videos: photos", apple: "User Content: Photos or Videos", what: "profile and chat", optional: true },
  { google: "Messages: other in-app messages", apple: "User Content: Emails or Text Messages", what: "chats", optional: true },
  {
    google: "App activity: app interactions",
    apple: "Usage Data: Product Interaction",
    what: "likes, visits, last day of use",
    optional: false,
  },
  {
    google: "Financial info: purchase history",
    apple: "Purchases: Purchase History",
    what: "orders and receipts, which the law keeps",
    optional: true,
    if: sells,
  },
  { google: "Device or other IDs", apple: "Identifiers: Device ID", what: "the address for push messages", optional: true },
];

/** Answers for both stores as a page in Markdown. Facts of the product: an operator who adds to it must add here. */
export function dataSafety({ settings }: Pick<DomainFile, "settings">): string {
  const home = `https://${settings.domain}`;
  const rows = KINDS.filter((kind) => kind.if?.(settings) ?? true).map(
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
- **Encrypted in transit:** yes, HTTPS alone.
- **Deletion:** in the app and at ${home}/settings/delete. Copy of the data: ${home}/settings/data.
- **Age:** 18 and over. Google: "Social and communication: users interact", "Dating". Apple: 18+.
`;
}
