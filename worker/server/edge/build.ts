import { Buffer } from "node:buffer";
import { marked, translator } from "#locales/index.ts";
import { inDatabase } from "#worker/platform/databases.ts";
import { readerOf } from "#worker/platform/dates.ts";
import { newId, newNonce } from "#worker/platform/ids.ts";
import { check } from "#worker/platform/parse.ts";
import { readersZone } from "#worker/platform/zones.ts";
import { pressedOnce } from "#worker/server/api/keyed-write.ts";
import { CALLS, mayPrefetch, parsing } from "#worker/server/calls.ts";
import { modeOf } from "#worker/server/sides/choose.ts";
import { lazily, type Side } from "#worker/server/sides/side.ts";
import { findDomain } from "#worker/server/wiring/find-domain.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { SOURCE_NAME } from "#worker/sites/domains/assets.vocabulary.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import { isPreviewOver } from "#worker/sites/domains/domain-file.ts";
import type { Current } from "./context.ts";
import type { Edge } from "./edge.ts";
import { setEffectCookies } from "./effects.ts";
import { type Facts, factsOf } from "./facts.ts";
import { domainOf, hostOf } from "./host.ts";
import { chooseLanguage } from "./language.ts";

export async function buildEdge(
  request: Request,
  bound: Env,
  execution: ExecutionContext,
  chooseMode = modeOf,
): Promise<Edge | null> {
  const at = Date.now();
  const url = new URL(request.url);
  const domain = await domainOf(hostOf(url), at, (host) => findDomain(bound, host));
  if (!domain || isPreviewOver(domain, at)) return null;
  const env = inDatabase(bound, domain.database);
  const mode = chooseMode(env, domain);
  const { UPSTREAM_KEY: visitorKey, LOCAL_PORT: port } = env;
  const facts = await factsOf(request, { url, domain, at, visitorKey, port, read: mode.read });
  const answer = new Headers();
  for (const line of facts.renewals) answer.append("set-cookie", line);
  const current = currentOf(facts);
  if (domain.previewUntil !== null || env.PREVIEW === "on") answer.set("x-robots-tag", "noindex");
  const side = mode.serve({
    request,
    env,
    facts,
    current,
    send: (effects) => setEffectCookies(effects, { answer, secure: facts.secure }),
    setCookies(lines) {
      for (const line of lines) answer.append("set-cookie", line);
    },
    defer: (work) => execution.waitUntil(work),
  });
  const settled = async () => {
    current.language = await languageOf(facts, side);
    return words(facts, current);
  };
  const late = mayPrefetch(facts.method, facts.url.pathname);
  const edge: Edge = {
    ...facts,
    ...(late ? await words(facts, current) : await settled()),
    nonce: newNonce(),
    formKey: newId(),
    now: () => at,
    defer: (work) => execution.waitUntil(work),
    answer,
    form: null,
    status: null,
    linksSheets: false,
    side,
    backend: parsing(side.calls, side.memberId),
    prefetchRows(name, input) {
      const { success, data } = check(CALLS[name].input, input);
      if (success) side.prefetchRows(name, data);
    },
    async once(name, input, key) {
      const made = pressedOnce(edge, env, { name, call: CALLS[name], input, key }, () => edge.backend[name](input as never));
      return (await made) as never;
    },
    async ownText(id, hash) {
      const data = await servicesOf(env).domainsStore.findAsset(id, hash, SOURCE_NAME);
      if (data === null) throw new Error(`no text ${hash} of ${id}`);
      return Buffer.from(data, "base64").toString();
    },
    identify(write) {
      current.write = write;
    },
    settleLanguage: lazily(async () => void (late && Object.assign(edge, await settled()))),
    ...membership(facts, current, side, answer),
  };
  return edge;
}

async function words({ country, zoneCookie, settings }: Facts, { language, texts }: Current) {
  return {
    language,
    reader: readerOf(language, country, readersZone(zoneCookie, country, settings.geoip_country)),
    t: await texts(),
  };
}

function membership({ session, device, secure }: Facts, current: Current, side: Side, answer: Headers) {
  const { memberId, consentDue, ageGate, terms } = side;
  return {
    memberId,
    consentDue,
    ageGate,
    terms,
    async user() {
      const found = await side.user();
      return found && { ...found, ...current.counters };
    },
    lostSession: lazily(async () => {
      if (!session || (await side.user()) || !side.isCertain()) return false;
      setEffectCookies({ session: { ended: device } }, { answer, secure });
      return true;
    }),
  };
}

function currentOf(facts: Facts): Current {
  const { session, draft, languages, localeCookie, settings } = facts;
  const current: Current = {
    session,
    draft,
    language: chooseLanguage(languages, localeCookie, domainLanguage(settings)),
    async texts() {
      const t = await translator(current.language);
      // Tests use the language "xx": its texts differ from hard-coded ones.
      return __LOCAL__ && localeCookie === "xx" ? marked(t) : t;
    },
    write: null,
    prefetches: new Map(),
    prefetched: null,
    cachedCall: null,
    counters: {},
  };
  return current;
}

/** Only a request without a language cookie pays the query for the account's language. */
async function languageOf({ languages, session, localeCookie, settings, url }: Facts, side: Side) {
  const asks = session && !localeCookie && !/^\/(media|icons)\//.test(url.pathname);
  return chooseLanguage(languages, localeCookie, asks ? await side.accountLanguage() : null, domainLanguage(settings));
}
