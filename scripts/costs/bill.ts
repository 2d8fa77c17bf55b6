import { actsOfDay, BYTES, DAY, type Measured, PHOTO_BYTES, PHOTOS_A_MEMBER, RUN, sumOfDay } from "./usage.ts";

export interface Prices {
  on: string;
  eur: number;
  plan: number;
  /** Units of the label; `each` in US dollars beyond what the plan includes. */
  prices: Record<Item, { label: string; included: number; each: number }>;
}

export type Item =
  | "requests"
  | "cpu"
  | "rowsRead"
  | "rowsWritten"
  | "d1Storage"
  | "objects"
  | "objectTime"
  | "objectRows"
  | "objectStorage"
  | "r2Reads"
  | "r2Writes"
  | "r2Storage"
  | "kvReads"
  | "kvWrites"
  | "queue"
  | "images"
  | "mails";

export interface Size {
  members: number;
  daily: number;
  months: number;
  /** Messages of an entry of the ledger, where it is not that of the assumed day. */
  run?: number;
}

export interface Line {
  label: string;
  amount: number;
  usd: number;
}

const MONTH = 30;
/** One a minute, in one database. */
const RUNS = MONTH * 24 * 60;
const MILLION = 1e6;
const GB = 1e9;
/** Assumed: an object is awake so long (s) for a call, with the 128 MB that are billed. */
const AWAKE = 0.02;
const OBJECT_GB = 0.128;
/** A queue bills writing, reading and deleting a message. */
const QUEUE_OPERATIONS = 3;
const FULL = 10 * 1024 ** 3;
/** Assumed ratio of the busiest second to the day's mean. */
const PEAK = 3;

export function usedInMonth(measured: Measured, { members, daily, months, run }: Size): Record<Item, number> {
  const day = sumOfDay(measured, run);
  const times = daily * MONTH;
  const { cron } = measured;
  const messages = times * (DAY.messageOnline + DAY.messageAway);
  return {
    requests: (day.requests * times + RUNS) / MILLION,
    cpu: (day.cpuMs * times + RUNS * cron.cpuMs) / MILLION,
    rowsRead: (day.rowsRead * times + RUNS * cron.rowsRead) / MILLION,
    rowsWritten: (day.rowsWritten * times + RUNS * cron.rowsWritten) / MILLION,
    d1Storage: bytesInD1(members, messages, months, run) / GB,
    objects: (day.objects * times + RUNS * cron.objects) / MILLION,
    objectTime: (day.objects * times * AWAKE * OBJECT_GB) / MILLION,
    objectRows: (day.objectRows * times + RUNS * cron.objectRows) / MILLION,
    objectStorage: (messages * (months - 1) * BYTES.message) / GB,
    r2Reads: (day.r2Reads * times + RUNS * cron.r2Reads) / MILLION,
    r2Writes: (day.r2Writes * times + RUNS * cron.r2Writes) / MILLION,
    r2Storage: (members * PHOTOS_A_MEMBER * PHOTO_BYTES) / GB,
    kvReads: (day.kvReads * times + RUNS * cron.kvReads) / MILLION,
    kvWrites: (day.kvWrites * times + RUNS * cron.kvWrites) / MILLION,
    queue: (day.queued * times * QUEUE_OPERATIONS) / MILLION,
    images: (day.images * times) / 1000,
    mails: (DAY.mail * times) / 1000,
  };
}

/** Messages of the newest month are whole, older ones archived; the ledger stays. */
function bytesInD1(members: number, messagesAMonth: number, months: number, run: number = RUN): number {
  const older = messagesAMonth * (months - 1) * BYTES.archived;
  return members * BYTES.member + messagesAMonth * (BYTES.message + (months * BYTES.entry) / run) + older;
}

export function billOf(measured: Measured, { prices, plan }: Pick<Prices, "prices" | "plan">, size: Size): Line[] {
  const used = usedInMonth(measured, size);
  const lines = (Object.keys(prices) as Item[]).map((item) => {
    const { label, included, each } = prices[item];
    return { label, amount: used[item], usd: Math.max(used[item] - included, 0) * each };
  });
  return [...lines, { label: "Plan", amount: 1, usd: plan }];
}

export function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}

export interface Limit {
  what: string;
  holds: number;
  load: number;
  needed: number;
}

/** Where one database, one object or one queue ends. `perSecond` is what one process writes, measured by the bench. */
export function limitsOf(measured: Measured, { members, daily, months }: Size, perSecond: { messages: number }): Limit[] {
  const messages = daily * (DAY.messageOnline + DAY.messageAway);
  const day = sumOfDay(measured);
  const asMany = (what: string, holds: number, load: number) => ({ what, holds, load, needed: Math.ceil(load / holds) });
  const busiest = (times: number) => (times / 86_400) * PEAK;
  return [
    asMany("messages a second into one database, at 10 ms each", perSecond.messages, busiest(messages)),
    asMany("bytes of one database: members, and what stays of messages", FULL, bytesInD1(members, messages * MONTH, months)),
    asMany("round trips a second to one database, at 1 ms each", 1000, busiest(day.trips * daily)),
    asMany("queue messages a second through one queue", 5000, busiest(day.queued * daily)),
    asMany("calls a second to the 256 objects of limits, 1,000 each", 256_000, busiest(limitCalls(measured) * daily)),
  ];
}

/** At most: all calls but those of sockets and messages. */
function limitCalls(measured: Measured): number {
  const acts = actsOfDay(measured);
  const own = ["connect", "messageOnline", "messageAway"] as const;
  return sumOfDay(measured).objects - own.reduce((sum, act) => sum + acts[act] * measured.acts[act].objects, 0);
}
