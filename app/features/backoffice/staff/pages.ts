import type { StaffRole, WorkKind } from "#db/schema/attributes.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { WORDS } from "./words.ts";

interface StaffPageLink {
  href: string;
  label: string;
  roles: readonly StaffRole[];
  /** Of a queue. */
  kind?: WorkKind;
}

const ALL: readonly StaffRole[] = ["operator", "support", "moderator"];
const MODERATION: readonly StaffRole[] = ["operator", "moderator"];
const SUPPORT: readonly StaffRole[] = ["operator", "support"];
const OPERATION: readonly StaffRole[] = ["operator"];

const PAGES: readonly StaffPageLink[] = [
  { href: "/staff", label: WORDS.work, roles: ALL },
  { href: "/staff/photos", label: WORDS.photos, roles: MODERATION, kind: "photo" },
  { href: "/staff/texts", label: WORDS.texts, roles: MODERATION, kind: "text" },
  { href: "/staff/verifications", label: WORDS.verifications, roles: MODERATION, kind: "verification" },
  { href: "/staff/age-checks", label: WORDS.ageChecks, roles: MODERATION, kind: "age" },
  { href: "/staff/reports", label: WORDS.reports, roles: MODERATION, kind: "report" },
  { href: "/staff/objections", label: WORDS.objections, roles: MODERATION, kind: "appeal" },
  { href: "/staff/complaints", label: WORDS.complaints, roles: ALL, kind: "complaint" },
  { href: "/staff/refunds", label: WORDS.refunds, roles: SUPPORT, kind: "refund" },
  { href: "/staff/withdrawals", label: WORDS.withdrawals, roles: SUPPORT, kind: "withdrawal" },
  { href: "/staff/requests", label: WORDS.requests, roles: SUPPORT, kind: "request" },
  { href: "/staff/members", label: WORDS.members, roles: ALL },
  { href: "/staff/sites", label: WORDS.sites, roles: OPERATION },
  { href: "/staff/notices", label: WORDS.notices, roles: OPERATION },
  { href: "/staff/answers", label: WORDS.answers, roles: OPERATION },
  { href: "/staff/bans", label: WORDS.bans, roles: OPERATION },
  { href: "/staff/figures", label: WORDS.figures, roles: OPERATION },
  { href: "/staff/sources", label: WORDS.sources, roles: OPERATION },
  { href: "/staff/books", label: WORDS.books, roles: OPERATION },
  { href: "/staff/webhooks", label: WORDS.webhooks, roles: OPERATION },
  { href: "/staff/tokens", label: WORDS.tokens, roles: OPERATION },
  { href: "/staff/status", label: WORDS.status, roles: OPERATION },
  { href: "/staff/people", label: WORDS.people, roles: OPERATION },
  { href: "/staff/audit", label: WORDS.audit, roles: OPERATION },
];

export const OWN_ACCOUNT = "/staff/account";

export function pagesOf(role: StaffRole): StaffPageLink[] {
  return PAGES.filter(({ roles }) => roles.includes(role));
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
