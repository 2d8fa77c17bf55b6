import { AGE_METHODS, type AgeMethod, type AgeWay, PROVER_METHODS, type ProverMethod } from "#db/schema/age-methods.ts";
import { translator } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import { isProved, newProof } from "#worker/people/identity/age-gate.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { AgeRequest, AgeRequestOutcome, contract } from "./age.contract.ts";
import type { AgeRequestRow, AgeStore, MailRow } from "./age.store.ts";
import { type AgeOutcome, asksToConfirm, CONFIRM } from "./method.vocabulary.ts";

/** In ms: for a request and its answer. */
const AGE_REQUEST_TIME = 10 * MINUTE;
/** In ms: so long the page, or the app's code, may confirm an app's "under 18". Then a person looks. */
const CONFIRM_TIME = DAY;
/** In ms: a closing that failed, or whose Worker ended, is done again. */
const AGAIN = MINUTE;

/** What the page shows, and what only this server knows. */
export interface Begun {
  view: Pick<AgeRequest, "link" | "wallet_link" | "browser">;
  secret: unknown;
}

interface Asked {
  domain: Domain;
  pageOrigin: string;
  state: string;
}

/** One kind of proof. `receive` never throws for what others sent. */
export interface AgeProver {
  ways: readonly AgeWay[];
  /** Whether an answer could be checked now. */
  usable(now: number): Promise<boolean>;
  begin(asked: Asked): Promise<Begun>;
  receive(asked: Asked & { secret: unknown; answer: AgeAnswer; now: number }): Promise<AgeOutcome>;
}

/** By way: the browser API, the post of an app, or the query with which a provider led back. */
export type AgeAnswer = { browser: unknown } | { vpToken: string } | { query: URLSearchParams };

/** What a post of an app says, read by the verifier; null if it is no such post. */
export type ReadPost = (
  form: URLSearchParams,
) => Promise<({ state: string } & ({ vpToken: string } | { failed: AgeOutcome })) | null>;

interface At {
  domain: Domain;
  pageOrigin: string;
  now: number;
}

interface Deps {
  store: AgeStore;
  limits: Pick<Limits, "hit">;
  after(work: Promise<unknown>): void;
  live: Live;
  provers: Readonly<Record<ProverMethod, AgeProver>>;
  /** A fully verified "under 18": closes the account for review, and gives back the money left. Idempotent by `id`. */
  closeAccount(closing: Closing, now: number): Promise<void>;
  domainOf(id: string): Promise<Domain | null>;
  /** Mails to those who look at accounts, for the outbox. */
  unconfirmedMails(memberId: string, now: number): Promise<MailRow[]>;
  dispatch(mail: string): Promise<void>;
  readPost: ReadPost;
}

interface Closing {
  /** Of the decision: that of the request. */
  id: string;
  memberId: string;
  words(language: string): Promise<string>;
}

type State = Output<typeof contract.ageProof>;
type Received = Output<typeof contract.receiveAgeProof>;

/** The proof of age: decision 102. */
export function createAge(deps: Deps) {
  const { store, limits, after, live, provers, closeAccount, domainOf, readPost, unconfirmedMails, dispatch } = deps;
  return {
    ageProof: stateOf,

    /** @throws conflict (nothing to prove that way), upstream_failed (also where no answer could be checked) */
    async beginAgeProof(ctx: MemberContext, input: Input<typeof contract.beginAgeProof>): Promise<AgeRequest> {
      const { method, way, next } = input;
      const methods = ctx.age?.methods ?? [];
      const prover = provers[method];
      if (!methods.includes(method) || !prover.ways.includes(way)) throw new AppError("conflict");
      if (!(await prover.usable(ctx.now))) throw new AppError("upstream_failed");
      const state = newSecret(24);
      const { view, secret } = await prover.begin({ ...ctx, state });
      const row: AgeRequestRow = {
        ...{ id: newId(), accountId: ctx.viewer.id, sessionHash: ctx.viewer.tokenHash, domainId: ctx.domain.id },
        ...{ method, way, state, next, country: ctx.age?.country || ctx.country },
        ...{ secret: JSON.stringify({ view, secret }), outcome: null, codeHash: null },
        ...{ createdAt: ctx.now, expiresAt: ctx.now + AGE_REQUEST_TIME },
      };
      await store.begin(row, ctx.now);
      return requestOf(row);
    },

    /** Nothing waiting of this session, or anybody else's, is `other_request`. */
    async receiveAgeProof(
      ctx: MemberContext,
      { answer, code, query, confirm }: Input<typeof contract.receiveAgeProof>,
    ): Promise<Received> {
      const { id, tokenHash } = ctx.viewer;
      if (code !== undefined) {
        const row = await store.redeem(await sha256(code), id, tokenHash, ctx.now);
        if (row) return { outcome: await finish(row, row.outcome as AgeRequestOutcome, ctx.now), next: row.next };
        const shown = await store.latest(id, tokenHash, ctx.now);
        // The page is loaded again after its code was taken.
        return { outcome: shown ? outcomeOf(shown) : "other_request", next: shown?.next ?? "/members" };
      }
      const row = await store.latest(id, tokenHash, ctx.now);
      if (confirm) {
        const confirmed = row !== null && asksToConfirm(row) && (await store.confirm(row));
        const outcome = confirmed ? await finish(row, "under", ctx.now) : row ? outcomeOf(row) : "other_request";
        return { outcome, next: row?.next ?? "/members" };
      }
      const given = query === undefined ? { browser: answer } : { query: new URLSearchParams(query) };
      if (!row || !isFor(row, given)) return { outcome: "other_request", next: row?.next ?? "/members" };
      if (!(await store.claim(row.id, ctx.now)))
        return { outcome: outcomeOf({ ...row, outcome: row.outcome ?? "replayed" }), next: row.next };
      const found = await look(row, given, { domain: ctx.domain, pageOrigin: ctx.pageOrigin }, ctx.now);
      return { outcome: await finish(row, found, ctx.now), next: row.next };
    },

    async cancelAgeProof(ctx: MemberContext): Promise<State> {
      await store.cancel(ctx.viewer.id, ctx.viewer.tokenHash, ctx.now);
      return stateOf(ctx);
    },

    /**
     * The post of an app, which has no session. Its answer is the same whatever became of it.
     * Only the browser that began can use the code. @throws malformed
     */
    async takeForm(at: At, form: URLSearchParams): Promise<{ redirect_uri: string }> {
      const posted = await readPost(form);
      if (!posted) throw new AppError("malformed");
      const code = newSecret(24);
      const row = await store.byState(posted.state, at.now);
      if (row && row.domainId === at.domain.id && APPS.includes(row.way) && (await store.claim(row.id, at.now)))
        await settle(row, "failed" in posted ? codeOf(posted.failed) : await look(row, posted, at, at.now), code, at.now);
      return { redirect_uri: `${at.pageOrigin}/proof-of-age/done?code=${code}` };
    },

    /** Counted once a day and network, without a person. */
    visitorRefused({ domain, country, network, now }: Pick<MemberContext, "domain" | "country" | "network" | "now">): void {
      const count = async () => {
        const { allowed } = await limits.hit(...limitOf("ageRefusals", { network }), now);
        if (allowed) await store.refused(domain.id, country, now);
      };
      after(count());
    },

    /** Closes what stayed open first. One that fails must not keep the others. */
    async sweep(now: number): Promise<void> {
      for (const row of await store.unclosed(now)) {
        try {
          await close(row, now);
        } catch (error) {
          log("error", "account of a minor not closed", { request: row.id, error });
        }
      }
      for (const { open, ...row } of await store.unconfirmed(now)) {
        try {
          await endUnconfirmed(row, open === 1, now);
        } catch (error) {
          log("error", "nobody asked to look at an unconfirmed age", { request: row.id, error });
        }
      }
      await store.sweep(now);
    },
  };

  async function endUnconfirmed(row: AgeRequestRow, open: boolean, now: number): Promise<void> {
    const mails = open ? await unconfirmedMails(row.accountId, now) : [];
    const rows = mails.map((mail, index) => ({ ...mail, id: `${row.id}-unconfirmed-${index}` }));
    await store.endUnconfirmed(row, rows, now);
    for (const { id } of rows) await dispatch(id);
  }

  async function stateOf(ctx: MemberContext): Promise<State> {
    const row = await store.latest(ctx.viewer.id, ctx.viewer.tokenHash, ctx.now);
    const { ageProofs } = ctx.viewer.account;
    const methods = offeredMethods(ctx);
    const usable = await Promise.all(
      PROVER_METHODS.map((method) => !methods.includes(method) || provers[method].usable(ctx.now)),
    );
    const unavailable = PROVER_METHODS.filter((_, index) => !usable[index]);
    return {
      needed: ctx.age && { when: ctx.age.when, from: ctx.age.from, methods, unavailable },
      proofs: AGE_METHODS.flatMap((method) => {
        const proof = ageProofs[method];
        return proof && isProved(ageProofs, method, ctx.now) ? [{ method, ...proof }] : [];
      }),
      unconfirmed: ageProofs.unconfirmed?.day ?? null,
      request: row && requestOf(row),
    };
  }

  /**
   * A result counts in the browser that began. An app on this device leads back to it by the code; for a second device its
   * page waits. "Under 18" leaves its mark at once, since a minor need not come back.
   */
  async function settle(row: AgeRequestRow, found: AgeRequestOutcome, code: string, now: number): Promise<void> {
    const confirmedBy = row.way === "link" ? await sha256(code) : CONFIRM;
    if (found === "under") {
      await announced(live, [row.accountId], () => store.askToConfirm(row, confirmedBy, now, now + CONFIRM_TIME));
      await tell(row);
    } else if (found === "over" && row.way === "link") await store.await(row, confirmedBy);
    else await finish(row, found, now);
  }

  async function look(row: AgeRequestRow, answer: AgeAnswer, at: Omit<Asked, "state">, now: number) {
    const { secret } = JSON.parse(row.secret) as Begun;
    const found = await provers[row.method].receive({ ...at, state: row.state, secret, answer, now });
    if (found.kind === "failed" && found.detail) log("info", "age proof failed", { reason: found.reason, detail: found.detail });
    return codeOf(found);
  }

  async function finish(row: AgeRequestRow, outcome: AgeRequestOutcome, now: number): Promise<AgeRequestOutcome> {
    if (outcome === "under") {
      await store.closing(row, now + AGAIN);
      await close(row, now);
      return outcome;
    }
    const domain = outcome === "over" ? await domainOf(row.domainId) : null;
    const proof = domain && newProof(now, domain.settings.age_proof_days[row.method]);
    await announced(live, [row.accountId], () => store.finish(row, outcome, proof, now));
    await tell(row);
    return outcome;
  }

  /** The result is shown once the account is closed and the money on its way. */
  async function close(row: AgeRequestRow, now: number): Promise<void> {
    await closeAccount({ id: row.id, memberId: row.accountId, words: wordsOf }, now);
    await store.finish(row, "under", null, now);
    await tell(row);
  }

  async function tell({ accountId }: AgeRequestRow): Promise<void> {
    await live.tell(accountId, { events: [], changed: ["user", "chats", "likes"] });
  }
}

/** A person only where staff can decide. A proof by a person counts on, also once nobody can any more. */
function offeredMethods({ age, domain }: Pick<MemberContext, "age" | "domain">): AgeMethod[] {
  return (age?.methods ?? []).filter((method) => method !== "person" || domain.features.verification);
}

/** Ways by which an app answers. */
const APPS: readonly AgeWay[] = ["link", "qr"];

/** The facts of the decision, in the member's language. */
async function wordsOf(language: string): Promise<string> {
  return (await translator(language as Language))("age.closed");
}

function codeOf(outcome: AgeOutcome) {
  return outcome.kind === "failed" ? outcome.reason : outcome.kind;
}

/** An answer by the way on which it was asked for. */
function isFor({ way, state }: AgeRequestRow, answer: AgeAnswer): boolean {
  if ("query" in answer) return way === "provider" && answer.query.get("state") === state;
  return way === "browser";
}

function outcomeOf({ outcome, codeHash }: Pick<AgeRequestRow, "outcome" | "codeHash">): AgeRequestOutcome {
  if (asksToConfirm({ outcome, codeHash })) return "unconfirmed";
  const waits = outcome === null || outcome === "checking" || codeHash !== null;
  return waits ? "waiting" : (outcome as AgeRequestOutcome);
}

function requestOf(row: AgeRequestRow): AgeRequest {
  const open = row.secret === "" ? null : (JSON.parse(row.secret) as Begun).view;
  const { method, way, next, expiresAt } = row;
  return {
    ...{ method, way, next, outcome: outcomeOf(row), expires_at: new Date(expiresAt).toISOString() },
    ...{ link: open?.link ?? null, wallet_link: open?.wallet_link ?? null, browser: open?.browser ?? null },
  };
}
