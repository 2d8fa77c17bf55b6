import { STAFF_ROLES, type StaffRole, type WorkKind } from "#db/schema/attributes.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { WORDS } from "./words.ts";

/** Menus of the bar, in their order. */
const GROUPS = ["work", "queues", "members", "money", "sites", "figures", "system"] as const;
type Group = (typeof GROUPS)[number];

export interface StaffPageLink {
  href: string;
  label: string;
  group: Group;
  roles: readonly StaffRole[];
  /** Of a queue. */
  kind?: WorkKind;
}

const ALL: readonly StaffRole[] = ["operator", "support", "moderator"];
const DESK: readonly StaffRole[] = ["operator", "desk"];
const MODERATION: readonly StaffRole[] = ["operator", "moderator"];
const SUPPORT: readonly StaffRole[] = ["operator", "support"];
const OPERATION: readonly StaffRole[] = ["operator"];

const PAGES: readonly StaffPageLink[] = [
  { href: "/staff", label: WORDS.work, group: "work", roles: STAFF_ROLES },
  { href: "/staff/photos", label: WORDS.photos, group: "queues", roles: MODERATION, kind: "photo" },
  { href: "/staff/texts", label: WORDS.texts, group: "queues", roles: MODERATION, kind: "text" },
  { href: "/staff/verifications", label: WORDS.verifications, group: "queues", roles: MODERATION, kind: "verification" },
  { href: "/staff/age-checks", label: WORDS.ageChecks, group: "queues", roles: MODERATION, kind: "age" },
  { href: "/staff/reports", label: WORDS.reports, group: "queues", roles: MODERATION, kind: "report" },
  { href: "/staff/objections", label: WORDS.objections, group: "queues", roles: MODERATION, kind: "appeal" },
  { href: "/staff/complaints", label: WORDS.complaints, group: "queues", roles: ALL, kind: "complaint" },
  { href: "/staff/refunds", label: WORDS.refunds, group: "money", roles: SUPPORT, kind: "refund" },
  { href: "/staff/withdrawals", label: WORDS.withdrawals, group: "money", roles: SUPPORT, kind: "withdrawal" },
  { href: "/staff/requests", label: WORDS.requests, group: "queues", roles: SUPPORT, kind: "request" },
  { href: "/staff/desk", label: WORDS.kinds.desk, group: "queues", roles: DESK, kind: "desk" },
  { href: "/staff/members", label: WORDS.members, group: "members", roles: ALL },
  { href: "/staff/fictional", label: WORDS.fictional, group: "members", roles: DESK },
  { href: "/staff/sites", label: WORDS.sites, group: "sites", roles: OPERATION },
  { href: "/staff/notices", label: WORDS.notices, group: "sites", roles: OPERATION },
  { href: "/staff/events", label: WORDS.events, group: "sites", roles: OPERATION },
  { href: "/staff/news", label: WORDS.news, group: "sites", roles: OPERATION },
  { href: "/staff/answers", label: WORDS.answers, group: "members", roles: OPERATION },
  { href: "/staff/bans", label: WORDS.bans, group: "members", roles: OPERATION },
  { href: "/staff/figures", label: WORDS.figures, group: "figures", roles: OPERATION },
  { href: "/staff/sources", label: WORDS.sources, group: "figures", roles: OPERATION },
  { href: "/staff/partners", label: WORDS.partners, group: "figures", roles: OPERATION },
  { href: "/staff/books", label: WORDS.books, group: "money", roles: OPERATION },
  { href: "/staff/webhooks", label: WORDS.webhooks, group: "system", roles: OPERATION },
  { href: "/staff/tokens", label: WORDS.tokens, group: "system", roles: OPERATION },
  { href: "/staff/status", label: WORDS.status, group: "system", roles: OPERATION },
  { href: "/staff/people", label: WORDS.people, group: "system", roles: OPERATION },
  { href: "/staff/audit", label: WORDS.audit, group: "system", roles: OPERATION },
];

export const OWN_ACCOUNT = "/staff/account";

export function pagesOf(role: StaffRole): StaffPageLink[] {
  return PAGES.filter(({ roles }) => roles.includes(role));
}

/** Groups without a page of the role are left out. */
export function groupsOf(role: StaffRole): { group: Group; pages: StaffPageLink[] }[] {
  const pages = pagesOf(role);
  return GROUPS.map((group) => ({ group, pages: pages.filter((page) => page.group === group) })).filter(
    (one) => one.pages.length > 0,
  );
}

export function queuePage(kind: WorkKind): string | undefined {
  return PAGES.find((page) => page.kind === kind)?.href;
}

type Counts = Awaited<ReturnType<StaffBackend["workCounts"]>>["queues"];

const counted = new WeakMap<object, Promise<Counts>>();

/** What waits in the queues of one's role, read once a request. */
export function queueCounts(): Promise<Counts> {
  const edge = staffEdge();
  const known = counted.get(edge);
  if (known) return known;
  const found = edge.backend.workCounts({}).then(({ queues }) => queues);
  counted.set(edge, found);
  return found;
}
