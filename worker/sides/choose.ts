import type { Domain } from "#worker/domains/domain-file.ts";
import { localMode } from "./local.ts";
import type { Mode } from "./side.ts";
import { upstreamMode } from "./upstream.ts";

/** The only place that reads the domain's mode. */
export function modeOf(env: Env, domain: Domain): Mode {
  const { api } = domain;
  if (api.mode === "local") return localMode(env, domain);
  return upstreamMode(domain, api);
}
