import { edge } from "#worker/edge/edge.ts";
import { CHANNELS, type Channel } from "#worker/notifications/preferences.ts";

/** The ways in which this site can tell a member anything: a switch that moves nothing is not shown, and what was chosen stays. */
export function offeredChannels(): readonly Channel[] {
  return edge().settings.push_public_key === null ? CHANNELS.filter((channel) => channel !== "push") : CHANNELS;
}
