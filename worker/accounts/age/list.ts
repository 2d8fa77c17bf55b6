import { isUsable, type TrustedList, type TrustState, trustState } from "./eu/trust.ts";
import type { AgeListStore } from "./list.store.ts";
import { ListError } from "./list-error.ts";

/** In ms. */
const REFRESH = 12 * 3_600_000;
/** In ms: a server that is down, or a list that we refuse, is asked again after this time. */
const RETRY = 15 * 60_000;
const TIMEOUT = 20_000;

interface ListAddress {
  url: string;
  /** SHA-256 of the certificates that may sign the list, in hex. */
  signers: readonly string[];
}

interface Deps {
  store: AgeListStore;
  /** `null` where no address is configured: then only `npm run age-list` stores a list. */
  address: ListAddress | null;
  /** Stands in until a list is stored; only in local builds. */
  fallback: TrustedList | null;
  fetch: typeof fetch;
}

export interface ListReport {
  state: TrustState;
  source: string;
  /** These three are null without a list. */
  issued: string | null;
  next_update: string | null;
  read: string | null;
  providers: number;
}

/** The trusted list of issuers of proofs of age. */
export function createAgeList({ store, address, fallback, fetch }: Deps) {
  const read = async () => (await store.read()).list ?? fallback;
  return {
    /** For the verifier; `null` before the first reading. */
    read,

    /** Whether the EU proof can be offered now. */
    usable: async (now: number): Promise<boolean> => isUsable(trustState(await read(), now)),

    /** For the staff: `null` where the deployment neither has a list nor asks for one. */
    report: async (now: number): Promise<ListReport | null> => {
      const list = await read();
      if (!list)
        return address && { state: "none", source: address.url, issued: null, next_update: null, read: null, providers: 0 };
      const { source, issued, nextUpdate, anchors } = list;
      return {
        state: trustState(list, now),
        source,
        issued,
        next_update: nextUpdate,
        read: list.read,
        providers: anchors.length,
      };
    },

    /** Reads the list twice a day. A failure is repeated to the status page until the next attempt. @throws ListError */
    async sweep(now: number): Promise<void> {
      if (!address) return;
      const { list, failed } = await store.read();
      if (failed && now - failed.at < RETRY) throw new ListError(failed.problem, "The last attempt failed.");
      if (!failed && list?.source === address.url && now - Date.parse(list.read) < REFRESH) return;
      try {
        await store.keep({ list: await download(address, list, now, fetch) });
      } catch (error) {
        const problem = error instanceof ListError ? error.problem : "unreadable";
        await store.keep({ list, failed: { at: now, problem } });
        throw error;
      }
    },
  };
}

export type AgeList = ReturnType<typeof createAgeList>;

async function download(address: ListAddress, kept: TrustedList | null, now: number, get: typeof fetch): Promise<TrustedList> {
  const { url, signers } = address;
  const xml = await textAt(url, get);
  const { readTrustedList } = await import("./trusted-list.ts");
  const { signer: _, ...list } = await readTrustedList(xml, { source: url, signers, now });
  mustNotBeOlder(list, kept);
  return list;
}

/**
 * Applies whatever the source of the stored list. An attacker on the network could send an older list that still names a removed issuer.
 * @throws ListError
 */
export function mustNotBeOlder({ sequence }: Pick<TrustedList, "sequence">, kept: TrustedList | null): void {
  if (kept && sequence < kept.sequence)
    throw new ListError("older", `The list has number ${sequence}; the stored one, of ${kept.source}, has ${kept.sequence}.`);
}

/** @throws ListError */
export async function textAt(url: string, get: typeof fetch): Promise<string> {
  try {
    const answer = await get(url, {
      headers: { accept: "application/vnd.etsi.tsl+xml, application/xml" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await answer.text();
  } catch {
    throw new ListError("unreachable", `${url} does not answer.`);
  }
}

/** Of the variables AGE_LIST_URL and AGE_LIST_SIGNERS; `null` without the first. */
export function listAddressOf({
  AGE_LIST_URL: url,
  AGE_LIST_SIGNERS: signers = "",
}: Pick<Env, "AGE_LIST_URL" | "AGE_LIST_SIGNERS">) {
  return url ? { url, signers: signers.split(/[\s,]+/).filter(Boolean) } : null;
}
