import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { NotificationType } from "#worker/people/preferences/preferences.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";

export type PushKind = "message" | "gift" | "like" | "match" | "photo" | "payment" | "search" | "security" | "digest" | "close";

export interface PushJob {
  id: string;
  kind: PushKind;
  to: string;
  subject: string;
  seq?: number;
  /** Session that reads or acts; it gets nothing. */
  without?: string;
  again?: { attempt: number; endpoints: string[] };
}

/** The preference that decides. A gift arrives as a message. */
export const TYPE_OF: Record<Exclude<PushKind, "digest" | "close">, NotificationType> = {
  message: "message",
  gift: "message",
  like: "like",
  match: "match",
  photo: "photo",
  payment: "payment",
  search: "search",
  security: "security",
};

export function jobsOf(to: string, events: readonly LiveEvent[]): PushJob[] {
  return events.flatMap((event): PushJob[] => {
    if (event.type === "message") {
      const { id, sender, seq, type } = event.message;
      const kind = type === "gift" ? "gift" : "message";
      return sender === to ? [] : [{ id: `${kind}:${id}`, kind, to, subject: event.conversation, seq }];
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

/** `until` ends the time looked at: a repeated look is the same job. */
export function searchJob(to: string, search: string, until: number): PushJob {
  return { id: `search:${search}:${until}`, kind: "search", to, subject: search };
}

export function closingJob(to: string, conversation: string): PushJob {
  return { id: `close:${newId()}`, kind: "close", to, subject: conversation };
}
