import { edge } from "#worker/server/edge/edge.ts";

export function memberInput(id: string) {
  const { network, sig } = edge().source;
  return { id, network, sig, similar: "1" as const };
}
