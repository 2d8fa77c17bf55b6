import type { NotificationKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { type Channel, PACES, type Pace } from "#worker/people/preferences/preferences.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";

export const NEVER = "never" as const;
type Chosen = Pace | typeof NEVER;

/** The value of the field. An earlier upstream knows no paces. */
export function chosenIn({ notifications, paces }: CallOutput<"preferences">, kind: NotificationKind, channel: Channel): Chosen {
  if (!notifications[kind]?.[channel]) return NEVER;
  return paces?.[kind]?.[channel] ?? "at_once";
}

/** What a field changes: whether the kind comes, and how soon where that can be chosen. */
export function changeOf(posted: string, hasPaces: boolean): { on: boolean; pace: Pace | undefined } {
  const pace = PACES.find((one) => one === posted);
  return { on: pace !== undefined, pace: hasPaces ? pace : undefined };
}
