import { contract as complaints } from "#worker/backoffice/complaints/complaints.contract.ts";
import { contract as likes } from "#worker/discovery/likes/likes.contract.ts";
import { contract as match } from "#worker/discovery/match/match.contract.ts";
import { contract as swipe } from "#worker/discovery/swipe/swipe.contract.ts";
import type { Contract } from "#worker/platform/call.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { LocalNoun } from "#worker/sites/domains/nouns.vocabulary.ts";
import { composedMode } from "./composed.ts";
import { localMode } from "./local.ts";
import type { Mode } from "./side.ts";
import { upstreamMode } from "./upstream.ts";

const CONTRACTS: Record<LocalNoun, Contract> = { likes, swipe, match, complaints };

/** The only place that makes a side of the domain's mode. */
export function modeOf(env: Env, domain: Domain): Mode {
  const { api } = domain;
  if (api.mode === "local") return localMode(env, domain);
  if (api.local.length === 0) return upstreamMode(domain, api);
  return composedMode(
    domain,
    api,
    api.local.map((noun) => CONTRACTS[noun]),
  );
}
