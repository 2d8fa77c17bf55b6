import { translator } from "#locales/index.ts";
import type { User } from "../accounts/accounts.contract.ts";
import { createLocalBackend, nounsOf } from "../backend.ts";
import { parsing } from "../calls.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../lib/crypto.ts";
import { newId, newSecret } from "../lib/ids.ts";
import { isPoll } from "../live/snapshots.ts";
import { mediaPath } from "../media/links.ts";
import { countryOf } from "./country.ts";
import { carryOut } from "./effects.ts";
import type { Edge } from "./edge.ts";
import { domainOf, hostOf } from "./host.ts";
import { chooseLanguage, domainLanguage, languagesFor } from "./language.ts";
import { networkOf } from "./network.ts";
import { readCookie, readDevice, readSession } from "./session.ts";

/** How often (ms) a member's last activity is written while they browse; "online" is an activity of the last five minutes. */
const TOUCH_EVERY = 60_000;

/** The context of a request, or null for a host that no domain claims. At most one round trip to D1, often none. */
export async function buildEdge(request: Request, env: Env, execution: ExecutionContext): Promise<Edge | null> {
  const url = new URL(request.url);
  const host = hostOf(url);
  const now = Date.now();
  const nouns = nounsOf(env);
  const domain = await domainOf(host, now, (wanted) => nouns.domainsStore.findByHost(wanted));
  if (!domain) return null;

  const { settings } = domain;
  const country = countryOf(request, settings);
  const languages = languagesFor(settings, country);
  const session = readSession(request);
  const secure = url.protocol === "https:";
  const network = networkOf(request);
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 300);

  const viewer = once(async () => {
    const found = session ? await nouns.accountsStore.findViewer(await sha256(session.token), domain.id, now) : null;
    if (found && now - found.profile.lastActiveAt > TOUCH_EVERY) execution.waitUntil(nouns.accountsStore.touch(found.id, now));
    return found;
  });
  const image = (key: string, owner = session?.token ?? "visitor") => {
    return {
      filename: mediaPath(env.MEDIA_SECRET, key, "full", owner, now),
      thumb_filename: mediaPath(env.MEDIA_SECRET, key, "thumb", owner, now),
    };
  };
  const context = once(async (): Promise<Context> => {
    return {
      domain, country, now, network, userAgent, secure, session, device: readDevice(request),
      language: edge.language, t: edge.t, origin: url.origin, viewer: await viewer(), image,
    };
  });

  const cookie = readCookie(request, "locale");
  // The account's language matters, and costs its query, only where no cookie says it.
  // A poll shows no text: it is not worth the query that its answer from the member's object saves.
  const account = session && !cookie && !isPoll(request.method, url) ? (await viewer())?.account.language : null;
  const language = chooseLanguage(languages, cookie, account, domainLanguage(settings));

  const checked = createLocalBackend(env, context, (effects) => carryOut(effects, edge));
  const edge: Edge = {
    requestId: newId(), url, method: request.method, host, domain, settings, country, language, languages,
    t: await translator(language), session, network, userAgent, secure, nonce: newSecret(16),
    now: () => now,
    defer: (work) => execution.waitUntil(work),
    answer: new Headers(),
    form: null,
    status: null,
    backend: parsing(checked),
    checked,
    user: once(async (): Promise<User | null> => ((await viewer()) ? edge.backend.user({}) : null)),
    memberId: async () => (await viewer())?.id ?? null,
    sessionEnds: async () => (await viewer())?.expiresAt ?? null,
  };
  return edge;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
