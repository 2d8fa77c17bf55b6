import { flashPath } from "#app/request/flash.ts";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { placeOf } from "./sheet.ts";

export const SENT = "sent";

/**
 * Null where nothing waits. Also null if another request sends it at this moment: the next one asks again.
 * `look`: sends nothing, and only tells what waits.
 */
export async function sendWaiting(payment: string, look = false): Promise<Waiting | null> {
  try {
    return (await edge().backend.sendWaiting({ payment, ...(look && { look }) })).waiting;
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal") return null;
    throw error;
  }
}

/** What the page's address says was paid for, and was not done. */
export async function unsentHere(): Promise<Waiting | null> {
  const payment = edge().url.searchParams.get("waiting");
  const waiting = payment === null ? null : await sendWaiting(payment);
  return waiting?.state === "draft" ? waiting : null;
}

/** Where a message was sent, and the page says so. */
export function sentPath(waiting: Waiting, payment: string): string {
  const place = placeOf(waiting, payment);
  return waiting.kind === "nothing" || waiting.kind === "photos" ? place : flashPath(place, SENT);
}

/** Where the buyer is led from the payment's page. Null for an open payment, and for a receiver who has no page any more. */
export function leadFrom(waiting: Waiting, payment: string): string | null {
  if (waiting.state === "sent") return sentPath(waiting, payment);
  return waiting.state === "draft" && waiting.reason !== "receiver" ? placeOf(waiting, payment) : null;
}
