import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { NotificationKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";

/** `call` rings, or tells of a missed one; it follows the switch of messages. `digest` sums up after quiet hours; `close` withdraws a shown notification. */
export type PushKind = NotificationKind | "call" | "digest" | "close";

export interface PushJob {
  id: string;
  kind: PushKind;
  to: string;
  subject: string;
  seq?: number;
  /** Id of the job of a ring. A `close` that names it withdraws that one alone, not what was shown after it. */
  ring?: string;
  /** Session that reads or acts; it gets nothing. */
  without?: string;
  again?: { attempt: number; endpoints: string[] };
}

export function jobsOf(to: string, events: readonly LiveEvent[]): PushJob[] {
  return events.flatMap((event): PushJob[] => {
    if (event.type === "message") {
      const { id, sender, seq, type } = event.message;
      if (sender === to) return [];
      return [
        {
          id: `message:${id}`,
          kind: type === "gift" || type === "call" ? type : "message",
          to,
          subject: event.conversation,
          seq,
        },
      ];
    }
    if (event.type === "like") {
      const kind = event.match ? "match" : "like";
      return [{ id: `${kind}:${event.profile}:${to}`, kind, to, subject: event.profile }];
    }
    if (event.type === "payment") return [{ id: `payment:${event.payment}`, kind: "payment", to, subject: event.payment }];
    return [];
  });
}

/** The subject of a job about security is its page under /settings. */
export function jobAbout(kind: "photo" | "security", to: string, subject = "", without?: string): PushJob {
  return { id: `${kind}:${newId()}`, kind, to, subject, without };
}

/** `other` asks for private photos, or shows theirs. A repeated request within two days is the same job. */
export function privatePhotosJob(kind: "photo_request" | "photo_answer", to: string, other: string): PushJob {
  return { id: `${kind}:${other}:${to}`, kind, to, subject: other };
}

/** A ring. Without a seq, unlike the job of a missed call. */
export function ringJob(to: string, call: string, conversation: string): PushJob {
  return { id: `ring:${call}`, kind: "call", to, subject: conversation };
}

/** Further messages of a request are the same job. */
export function requestJob(to: string, conversation: string): PushJob {
  return { id: `request:${conversation}`, kind: "request", to, subject: conversation };
}

export function reportJob(to: string, report: string): PushJob {
  return { id: `report:${report}`, kind: "report", to, subject: "" };
}

/** `until` ends the time looked at: a repeated look is the same job. */
export function searchJob(to: string, search: string, until: number): PushJob {
  return { id: `search:${search}:${until}`, kind: "search", to, subject: search };
}

/** A repeat is the same job. Messages share the tag of a ring: one that took its place stays. */
export function ringClosingJob(to: string, call: string, conversation: string): PushJob {
  const { id } = ringJob(to, call, conversation);
  return { id: `close:${id}`, kind: "close", to, subject: conversation, ring: id };
}

export function closingJob(to: string, conversation: string): PushJob {
  return { id: `close:${newId()}`, kind: "close", to, subject: conversation };
}
