import { unavailable } from "#worker/server/api/last-resort.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { answerWellKnown } from "#worker/server/edge/well-known.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { answerAsset } from "#worker/sites/domains/assets.ts";
import { fileIdOf } from "#worker/sites/domains/domain-file.ts";
import { answerPwa } from "#worker/sites/pwa/pwa.ts";
import type { Step } from "./step.ts";

/** Icons, manifest, well-known files and files of the niche. */
export const sharedFiles: Step = async ({ req, var: { edge, env } }, next) => {
  const file = await fileAt(edge, env).catch((error: unknown) => unavailable(req.raw, error));
  // Shared caches may store it, so it carries no cookie.
  return file ? finish(file, { ...edge, answer: new Headers() }) : next();
};

async function fileAt({ url, domain, t, at }: Edge, env: Env): Promise<Response | null> {
  const store = servicesOf(env).domainsStore;
  const id = fileIdOf(domain);
  const asset = await answerAsset(url, (hash, name) => store.findAsset(id, hash, name));
  const indexed = env.PREVIEW !== "on" && domain.previewUntil === null;
  const file = asset ?? answerWellKnown(url, { settings: domain.settings, indexed, now: at });
  return file ?? answerPwa(url, { domain, t, findIcon: (path) => store.findIcon(domain.id, path) });
}
