import { FILE_WORDS, nameOf } from "#app/features/backoffice/staff/file-words.ts";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { money } from "#worker/platform/money.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";

type File = Awaited<ReturnType<StaffBackend["memberFile"]>>;
type Told = Pick<File, "created_at" | "photos" | "reports" | "decisions"> & {
  account: Pick<NonNullable<File["account"]>, "activated_at" | "deleted_at" | "payments" | "ledger" | "sessions"> | null;
};

export type Track = "account" | "photo" | "report" | "decision" | "money" | "login";

export interface Event {
  at: string;
  track: Track;
  text: string;
  /** Reference, reason, device and so on. */
  note: string;
  /** Money that never came: the mark is not that of success. */
  muted?: true;
}

/** How many are shown. */
const MOST = 100;
/** Entries of the ledger that correct credits. Payments and chats tell the others. */
const CORRECTIONS: readonly string[] = ["adjustment", "refund", "chargeback", "debt", "reversal", "goodwill"];

const words = WORDS.member.timeline;

/** What the file tells, newest first. It reads nothing beside it: a role sees here what it sees below. */
export function timelineOf(file: Told): { events: Event[]; more: boolean } {
  const all = [
    ...accountOf(file),
    ...photosOf(file),
    ...reportsOf(file),
    ...decisionsOf(file),
    ...moneyOf(file),
    ...logInsOf(file),
  ];
  // What happened at one moment is listed in its order: the later comes first.
  const sorted = all.toReversed().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { events: sorted.slice(0, MOST), more: sorted.length > MOST };
}

const event = (track: Track, at: string | null, text: string, note = ""): Event[] =>
  at === null ? [] : [{ at, track, text, note }];

function accountOf({ created_at, account }: Told): Event[] {
  return [
    ...event("account", created_at, words.signup),
    ...event("account", account?.activated_at ?? null, words.confirmed),
    ...event("account", account?.deleted_at ?? null, words.deleted),
  ];
}

function photosOf({ photos }: Told): Event[] {
  return photos.flatMap(({ created_at, checked_at, status, visibility, rejected_for: reason }, index) => {
    const name = words.photo(index + 1, visibility === "private");
    const decided = reason ? words.refused(name) : status === "active" ? words.approved(name) : words.checked(name);
    return [
      ...event("photo", created_at, words.uploaded(name)),
      ...event("photo", checked_at, decided, reason ? WORDS.photo.reasons[reason] : ""),
    ];
  });
}

function reportsOf({ reports }: Told): Event[] {
  return reports.flatMap((one) => {
    const text = (one.by ? words.reported : words.wasReported)(WORDS.report.kinds[one.kind].toLowerCase());
    const outcome = one.outcome?.replace("_", " ") ?? WORDS.member.waits;
    return event("report", one.created_at, text, `${WORDS.report.reasons[one.reason]} · ${one.reference} · ${outcome}`);
  });
}

function decisionsOf({ decisions }: Told): Event[] {
  return decisions.flatMap((one) => {
    const kind = words.kinds[one.kind];
    return [
      ...event("decision", one.created_at, kind, `${WORDS.report.decisionReasons[one.reason]} · ${one.reference}`),
      ...event("decision", one.lifted_at, words.lifted(kind), one.reference),
    ];
  });
}

function moneyOf({ account }: Told): Event[] {
  if (!account) return [];
  return [
    ...account.payments.flatMap((one) => {
      const sum = money(one.amount, one.currency, "en");
      const text = words.payment(sum, FILE_WORDS.payments[one.status]);
      const back = one.refunded > 0 ? ` · ${words.refunded(money(one.refunded, one.currency, "en"))}` : "";
      const all = event("money", one.created_at, text, `${words.credits(one.credits)} · ${nameOf(one.method)}${back}`);
      return one.status === "completed" ? all : all.map((single) => ({ ...single, muted: true as const }));
    }),
    ...account.ledger
      .filter(({ kind }) => CORRECTIONS.includes(kind))
      .flatMap((one) => event("money", one.created_at, FILE_WORDS.ledger[one.kind], words.credits(one.amount))),
  ];
}

function logInsOf({ account }: Told): Event[] {
  return (account?.sessions ?? []).flatMap(({ created_at, browser, system, country }) =>
    event("login", created_at, words.login, [browser, system, country].filter(Boolean).join(", ")),
  );
}
