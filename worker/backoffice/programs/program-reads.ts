import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { DAY, MINUTE, utcDay } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { contract, Program, ProgramCall } from "./program-reads.contract.ts";
import type { ProgramReadsStore, Window } from "./program-reads.store.ts";
import { WINDOW } from "./programs.vocabulary.ts";
import type { TokensStore } from "./tokens.store.ts";

type Name = keyof typeof contract;
type Output<N extends Name> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends Name> = z.output<(typeof contract)[N]["input"]>;

interface Request {
  now: number;
  requestId: string;
  /** From the header; null without one. */
  token: string | null;
}

interface Deps {
  store: ProgramReadsStore;
  tokens: Pick<TokensStore, "standing" | "used">;
  limits: Limits;
  cursors: Cursors;
}

const TOKEN = /^lia_[\w-]{43}$/;
/** In ms: the last use is exact to it. */
const EXACT = 10 * MINUTE;

/** For operators' programs: ids, states, sums and counters. */
export function createProgramReads({ store, tokens, limits, cursors }: Deps) {
  function siteOf(program: Program, asked: string | undefined): string | null {
    if (program.site !== null && asked !== undefined && asked !== program.site) throw new AppError("forbidden");
    return program.site ?? asked ?? null;
  }

  async function paged<Row extends { id: string; mine: number }, One>(
    name: Name,
    program: Program,
    { site, after }: { site?: string | undefined; after?: string | undefined },
    { read, shown }: { read(window: Window): Promise<Row[]>; shown(row: Row): One },
  ): Promise<[One[], string | null]> {
    const [last] = after === undefined ? [""] : cursors.decode(after, ["string"], name);
    const rows = await read({ site: siteOf(program, site), after: last, most: WINDOW });
    const end = rows.length === WINDOW ? rows.at(-1) : undefined;
    return [rows.filter(({ mine }) => mine === 1).map(shown), end ? cursors.encode([end.id], name) : null];
  }

  return {
    /** Counts the request, and notes it once a day and scope. @throws authentication_required forbidden too_many_requests */
    async admit({ scope }: ProgramCall, { token, now, requestId }: Request): Promise<Program> {
      const row = token !== null && TOKEN.test(token) ? await tokens.standing(await sha256(token), now) : null;
      if (!row) throw new AppError("authentication_required");
      refuseOver(await limits.hit(...limitOf("programReads", { token: row.id }), now));
      if (!(JSON.parse(row.scopes) as string[]).includes(scope)) throw new AppError("forbidden");
      const day = utcDay(now);
      const isNoted = (JSON.parse(row.noted) as Record<string, number>)[scope] === day;
      if (!isNoted || (row.lastUsedAt ?? 0) < now - EXACT) {
        const audit = auditRow(
          { now, requestId, viewer: null },
          { action: "read by token", by: row.createdBy, object: "deployment" },
        );
        await tokens.used(row.id, scope, day, audit);
      }
      return { site: row.domainId };
    },

    async v1Members(program: Program, input: Input<"v1Members">): Promise<Output<"v1Members">> {
      const [members, next] = await paged("v1Members", program, input, {
        read: store.members,
        shown: ({ id, domainId, status, paidUser, createdAt, activatedAt, deletedAt }) => ({
          ...{ id, site: domainId, state: status, has_paid: paidUser === 1, signed_up_at: iso(createdAt) },
          ...{ confirmed_at: maybe(activatedAt), deleted_at: maybe(deletedAt) },
        }),
      });
      return { members, next };
    },

    async v1Orders(program: Program, input: Input<"v1Orders">): Promise<Output<"v1Orders">> {
      const [orders, next] = await paged("v1Orders", program, input, {
        read: store.orders,
        shown: ({ id, domainId, accountId, status, packageId, credits, currency, amount, ...row }) => ({
          ...{ id, site: domainId, member: accountId, state: status, package: packageId, credits, currency, amount },
          ...{ tax: row.taxAmount, tax_rate: row.taxRate, country: row.country, method: row.method, provider: row.provider },
          ...{ refunded: row.refunded, created_at: iso(row.createdAt), paid_at: maybe(row.completedAt) },
        }),
      });
      return { orders, next };
    },

    async v1Reports(program: Program, input: Input<"v1Reports">): Promise<Output<"v1Reports">> {
      const [reports, next] = await paged("v1Reports", program, input, {
        read: store.reports,
        shown: ({ id, domainId, reportedId, kind, reason, status, outcome, createdAt, dueAt, decidedAt }) => ({
          ...{ id, site: domainId, member: reportedId, about: kind, reason, state: status, outcome },
          ...{ created_at: iso(createdAt), due_at: iso(dueAt), decided_at: maybe(decidedAt) },
        }),
      });
      return { reports, next };
    },

    async v1Decisions(program: Program, input: Input<"v1Decisions">): Promise<Output<"v1Decisions">> {
      const [decisions, next] = await paged("v1Decisions", program, input, {
        read: store.decisions,
        shown: ({ id, domainId, memberId, reportId, kind, reason, createdAt, until, liftedAt, objectedAt, closedAt }) => ({
          ...{ id, site: domainId, member: memberId, report: reportId, kind, reason, created_at: iso(createdAt) },
          ...{ until: maybe(until), lifted_at: maybe(liftedAt), objected_at: maybe(objectedAt), closed_at: maybe(closedAt) },
        }),
      });
      return { decisions, next };
    },

    async v1Figures(program: Program, { site, from, to, after }: Input<"v1Figures">): Promise<Output<"v1Figures">> {
      const own = siteOf(program, site) ?? site;
      const days: [number, number] = [utcDay(Date.parse(from)), utcDay(Date.parse(to))];
      const scope = `v1Figures ${own}`;
      const key = after === undefined ? null : cursors.decode(after, ["number", "string", "string"], scope);
      const rows = await store.figures(own, days, key ?? [-1, "", ""], WINDOW);
      const last = rows.length === WINDOW ? rows.at(-1) : undefined;
      return {
        figures: rows.map(({ day, ...row }) => ({ day: iso(day * DAY).slice(0, 10), ...row })),
        next: last ? cursors.encode([last.day, last.name, last.part], scope) : null,
      };
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();
const maybe = (at: number | null) => (at === null ? null : iso(at));
