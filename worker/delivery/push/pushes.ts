import { isNamed, NOTIFICATIONS, type NotificationKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { nextDigest, paceOf } from "#worker/delivery/notifications/paces.ts";
import { wants } from "#worker/delivery/notifications/preferences.ts";
import { ageGateOf, ageSitesOf, isClosed } from "#worker/people/identity/age-gate.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import { zoneNamed, zoneOf } from "#worker/platform/zones.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { PushJob } from "./jobs.ts";
import { kindsIn, PARTS } from "./parts.vocabulary.ts";
import { payloadOf, tagOf } from "./payload.ts";
import type { Outcome, PushState, PushStore, Subscription } from "./push.store.ts";
import { quietUntil } from "./quiet.ts";
import type { Delivered, Send, Sending } from "./sender.ts";

/** In ms: the time of one attempt. */
const LEASE = 60_000;
/** In seconds: the push service keeps a message for a device that is off. */
const WAITS_FOR = DAY / 1000;
/** In seconds. */
const BACKOFF = [30, 120, 600, 1800];
/** In ms: subscriptions survive an operator's mistake that is mended within this time. */
const REFUSED_FOR = 3 * DAY;
/** In seconds: a ring that comes later is none. */
const RINGS_FOR = 40;
const RETENTION = 2 * DAY;
/** A minute's, in messages of a queue's batch. */
const SWEPT_AT_ONCE = 1000;
const BATCH = 100;
const FORGOTTEN_AT_ONCE = 5000;
/** These services take the subscription away from a site that sends without showing (userVisibleOnly). */
const SHOWS_ALWAYS = /(^|\.)push\.apple\.com$/;

interface Deps {
  store: PushStore;
  send: Send;
  enqueue(jobs: PushJob[], delaySeconds?: number): Promise<unknown>;
  domainOf(id: string): Promise<Domain | null>;
  isLooking(memberId: string): Promise<boolean>;
}

export type Pushes = ReturnType<typeof createPushes>;

export function createPushes({ store, send, enqueue, domainOf, isLooking }: Deps) {
  return {
    /** Two round trips for all jobs. A job that fails here is repeated by the queue after its lease. */
    async deliver(jobs: readonly PushJob[], now: number): Promise<void> {
      const states = await store.claim(jobs, now, LEASE);
      const outcome: Outcome = { sent: [], dropped: [], gone: [], refused: [], accepted: [], closed: [], digests: [] };
      const claimed = jobs.filter((job, index) => states.has(job.id) && jobs.findIndex(({ id }) => id === job.id) === index);
      await Promise.all(claimed.map((job) => settle(job, states.get(job.id) as PushState, outcome, now)));
      if (claimed.length > 0) await store.finish(outcome, now);
    },

    async sweep(now: number): Promise<void> {
      const due = await store.dueDigests(now, SWEPT_AT_ONCE);
      const jobs: PushJob[] = due.map(({ id, to }) => ({ id, to, kind: "digest", subject: "" }));
      for (let from = 0; from < jobs.length; from += BATCH) await enqueue(jobs.slice(from, from + BATCH));
      await store.forget(now - RETENTION, FORGOTTEN_AT_ONCE);
    },
  };

  async function settle(job: PushJob, state: PushState, outcome: Outcome, now: number): Promise<void> {
    const to = await mayKnow(await mayAnswer(receiversOf(job, state), job), job, state, now);
    if (to.length === 0 || !isWanted(job, state)) return void outcome.dropped.push(job.id);
    const { later, isDue } = timesOf(job, state, now);
    for (const { until, parts } of later)
      outcome.digests.push({ id: `digest:${state.id}:${until}`, accountId: state.id, dueAt: until, subject: parts });
    if (!isDue) return void outcome.dropped.push(job.id);
    if (job.kind !== "close" && (await isHere(state.id))) return void outcome.dropped.push(job.id);
    const results = await Promise.all(to.map((one) => sendTo(one, job, state, now)));
    const failed = to.filter((_, index) => results[index]?.is === "later");
    to.forEach((one, index) => {
      const list = fateOf(one, results[index]?.is, now);
      if (list) outcome[list].push(one.endpoint);
    });
    outcome[results.some(({ is }) => is === "sent") ? "sent" : "dropped"].push(job.id);
    if (job.kind === "close") outcome.closed.push(job.id);
    if (failed.length > 0 && job.kind !== "close" && !isRing(job)) await repeat(job, failed, results);
  }

  /** Nobody is called to a site without calls, as to another one of the pool. */
  async function mayAnswer(to: Subscription[], job: PushJob): Promise<Subscription[]> {
    if (!isRing(job)) return to;
    const domains = await Promise.all(to.map(({ domainId }) => domainOf(domainId)));
    return to.filter((_, index) => domains[index]?.features.calls);
  }

  /** Who must prove the age first is told of nobody. */
  async function mayKnow(to: Subscription[], { kind }: PushJob, { age }: PushState, now: number): Promise<Subscription[]> {
    const isNameless =
      kind !== "call" && (kind === "digest" || kind === "close" || !Object.hasOwn(NOTIFICATIONS, kind) || !isNamed(kind));
    if (isNameless) return to;
    const closed = await Promise.all(
      to.map(async ({ domainId, country }) => {
        const domain = await domainOf(domainId);
        if (!domain) return false;
        const sites = await ageSitesOf(domain, age, domainOf);
        return isClosed(ageGateOf(sites, age, country === "" ? null : { country, region: null }, now), "members");
      }),
    );
    return to.filter((_, index) => !closed[index]);
  }

  async function sendTo(to: Subscription, job: PushJob, state: PushState, now: number): Promise<Delivered> {
    const domain = await domainOf(to.domainId);
    if (!domain) return { is: "gone" };
    const text = JSON.stringify(await payloadOf(job, state, domain, now));
    const topic = (await sha256(tagOf(job))).slice(0, 32);
    return send(to, { text, topic, contact: `mailto:${domain.settings.support_email}`, ...deliveryOf(job) }, now);
  }

  async function repeat(job: PushJob, failed: Subscription[], results: Delivered[]): Promise<void> {
    const attempt = (job.again?.attempt ?? 0) + 1;
    const wait = BACKOFF[attempt - 1];
    if (wait === undefined) return log("warn", "push given up", { kind: job.kind });
    const retryAfter = Math.max(0, ...results.map((result) => (result.is === "later" ? (result.wait ?? 0) : 0)));
    const id = `${job.id.replace(/~\d+$/, "")}~${attempt}`;
    await enqueue(
      [{ ...job, id, again: { attempt, endpoints: failed.map(({ endpoint }) => endpoint) } }],
      Math.max(wait, retryAfter),
    );
  }

  async function isHere(memberId: string): Promise<boolean> {
    try {
      return await isLooking(memberId);
    } catch (error) {
      log("warn", "presence not known", { error });
      return false;
    }
  }
}

/** The list of the outcome to which an endpoint belongs. */
function fateOf({ refusedAt }: Subscription, is: Delivered["is"] | undefined, now: number) {
  if (is === "gone") return "gone";
  if (is === "refused") return refusedAt !== null && refusedAt <= now - REFUSED_FOR ? "gone" : "refused";
  return is === "sent" && refusedAt !== null ? "accepted" : null;
}

function receiversOf({ kind, without, again }: PushJob, { subscriptions }: PushState): Subscription[] {
  return subscriptions.filter(({ endpoint, sessionHash }) => {
    if (sessionHash === without || (again && !again.endpoints.includes(endpoint))) return false;
    return kind !== "close" || !SHOWS_ALWAYS.test(new URL(endpoint).hostname);
  });
}

function isWanted({ kind }: PushJob, state: PushState): boolean {
  if (state.status !== "active" || state.fictionalReader || !state.isNew) return false;
  if (kind === "close") return state.wasShown;
  // The member may have switched a kind off since it was put off.
  if (kind === "digest") return kindsIn(state.fresh).some((one) => wants(state, one, "push"));
  // A job of an earlier version may name a kind that is gone.
  const wanted = kind === "call" ? "message" : kind;
  if (!Object.hasOwn(NOTIFICATIONS, wanted)) return false;
  if (isNamed(wanted) && state.name === null) return false;
  return wants(state, wanted, "push");
}

/** What waits, and until when (ms). `isDue`: something is to be told now. */
function timesOf(job: PushJob, state: PushState, now: number): { later: { until: number; parts: string }[]; isDue: boolean } {
  if (!isEarly(job, now)) {
    const until = waitsUntil(job, state, now);
    // Nobody is woken by a ring; the missed call is told at the end.
    return { later: until === null || isRing(job) ? [] : [{ until, parts: partOf(job, state) }], isDue: until === null };
  }
  const kinds = kindsIn(state.fresh).filter((kind) => wants(state, kind, "push"));
  const times = kinds.map((kind) => ({ until: untilPace(kind, state, now) ?? quietUntil(state.quiet, now), parts: PARTS[kind] }));
  const later = times.flatMap(({ until, parts }) => (until === null ? [] : [{ until, parts }]));
  return { later, isDue: later.length < times.length };
}

/** A digest before its time, which its id names: a pace has changed. */
function isEarly({ kind, id, again }: PushJob, now: number): boolean {
  return kind === "digest" && !again && Number(id.split(":")[2]) > now;
}

/** In ms: the digest of its pace, or the end of the quiet hours. Null: now. */
function waitsUntil(job: PushJob, state: PushState, now: number): number | null {
  const { kind } = job;
  const until =
    kind === "digest" || kind === "close" || isRing(job) ? null : untilPace(kind === "call" ? "message" : kind, state, now);
  return until ?? (wakes(job) ? null : quietUntil(state.quiet, now));
}

/** In ms. Null: it comes at once. */
function untilPace(kind: NotificationKind, state: PushState, now: number): number | null {
  const pace = paceOf(state, kind, "push");
  const zone = (state.quiet && zoneNamed(state.quiet.zone)) || zoneOf(state.country);
  return pace === "at_once" ? null : nextDigest({ id: state.id, zone }, pace, now);
}

/** Of what a digest tells: it asks then whether that is still new and wanted. */
function partOf({ kind }: PushJob, { parts }: PushState): string {
  if (kind === "digest") return parts;
  return kind === "close" ? "" : PARTS[kind === "call" ? "message" : kind];
}

function wakes({ kind }: PushJob): boolean {
  return kind === "close" || (kind !== "digest" && kind !== "call" && NOTIFICATIONS[kind].push.wakes === true);
}

function isRing({ kind, seq }: PushJob): boolean {
  return kind === "call" && seq === undefined;
}

function deliveryOf(job: PushJob): Pick<Sending, "ttl" | "urgency"> {
  const { kind } = job;
  if (kind === "close") return { ttl: 0, urgency: "low" };
  if (kind === "call") return { ttl: isRing(job) ? RINGS_FOR : WAITS_FOR, urgency: "high" };
  const urgent = kind !== "digest" && NOTIFICATIONS[kind].push.urgent === true;
  return { ttl: WAITS_FOR, urgency: urgent ? "high" : "normal" };
}
