import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import { ALONE } from "#worker/backoffice/work/work.vocabulary.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { csv, csvResponse } from "#worker/platform/csv.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { minorUnits } from "#worker/platform/money.ts";
import type { contract, Filters } from "./directory.contract.ts";
import type { DirectoryStore, ListedFile, ListedMember, Wanted } from "./directory.store.ts";
import { FILE_OPEN, FILE_ROWS, LOOKED_AT, PAGE, SYSTEMS } from "./directory.vocabulary.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: DirectoryStore;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  limits: Limits;
}

/** Files in the list. */
const FILES = 20;
const HEAD = [
  ...["id", "name", "address", "site", "status", "signed up", "last active", "country", "language", "source"],
  ...["has paid", "fictional"],
];

/** Members by what their accounts say; files of them for two operators. */
export function createDirectory({ store, mails, limits }: Deps) {
  async function approved(id: string, { viewer, now }: StaffMemberContext): Promise<ListedFile> {
    const found = (await store.files(viewer.id, FILES)).find((file) => file.id === id);
    const isOpen = found !== undefined && isApproved(found) && (openUntil(found) ?? 0) > now && found.proposedBy === viewer.id;
    if (!found || !isOpen) throw new AppError("not_found");
    return found;
  }

  return {
    async memberList(_: StaffMemberContext, { after, ...filters }: Input<"memberList">): Promise<Output<"memberList">> {
      const [{ found, last, reached }, sites] = await Promise.all([
        store.list(wantedOf(filters), after ?? null, PAGE, LOOKED_AT),
        store.sites(),
      ]);
      const names = new Map(sites.map(({ id, name }) => [id, name]));
      return {
        members: found.map((one) => memberOf(one, names.get(one.domainId) ?? one.domainId)),
        next: last,
        reached: reached === null ? null : iso(reached),
        sites,
      };
    },

    async memberFiles({ viewer }: StaffMemberContext): Promise<Output<"memberFiles">> {
      const files = await store.files(viewer.id, FILES);
      return {
        files: files.map((file) => ({
          ...{ id: file.id, filters: JSON.parse(file.filters) as Record<string, string>, by: file.by },
          ...{ created_at: iso(file.createdAt), status: file.status, decided_by: file.decider, may: file.may === 1 },
          alone: file.alone === 1,
          open_until: openUntil(file) === null ? null : iso(openUntil(file) as number),
          own: file.proposedBy === viewer.id,
        })),
      };
    },

    /** @throws conflict invalid too_many_requests */
    async askMemberFile(ctx: StaffMemberContext, filters: Input<"askMemberFile">): Promise<Output<"askMemberFile">> {
      wantedOf(filters);
      await counted(ctx);
      const said = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
      const id = newId();
      const told = await mails.toOperators(
        {
          subject: "A file of members waits",
          paragraphs: [`${ctx.viewer.name} asks for a file of members. It needs a second operator.`],
          link: { label: "Look at it", page: `${ctx.origin}/staff/members/list` },
        },
        ctx.now,
      );
      const row = { id, filters: JSON.stringify(said), proposedBy: ctx.viewer.id, createdAt: ctx.now };
      const audit = auditRow(ctx, { action: "ask for members", object: "member", id });
      if (!(await store.ask(row, audit, told))) throw new AppError("conflict");
      await Promise.all(told.map((mail) => mails.dispatch(mail.id)));
      return { file: id };
    },

    /** Its author may only refuse, which withdraws it, unless its sites have one person. @throws not_found forbidden conflict too_many_requests */
    async decideMemberFile(
      ctx: StaffMemberContext,
      { file: id, decision }: Input<"decideMemberFile">,
    ): Promise<Output<"decideMemberFile">> {
      await counted(ctx);
      const found = (await store.files(ctx.viewer.id, FILES)).find((file) => file.id === id);
      if (!found) throw new AppError("not_found");
      const isAlone = decision === "approve" && found.may !== 1;
      if (isAlone && found.alone !== 1) throw new AppError("forbidden");
      const status = decision === "refuse" ? "refused" : isAlone ? "alone" : "approved";
      const audit = auditRow(ctx, { action: `${decision} members${isAlone ? ALONE : ""}`, object: "member", id });
      if (!(await store.decide(id, { status, by: ctx.viewer.id }, ctx.now, audit))) throw new AppError("conflict");
      return {};
    },

    /** @throws not_found */
    async memberFileRows(ctx: StaffMemberContext, { file: id }: Input<"memberFileRows">): Promise<Response> {
      const file = await approved(id, ctx);
      const wanted = wantedOf(JSON.parse(file.filters) as Filters);
      const rows: ListedMember[] = [];
      let before: number | null = null;
      do {
        const page: Awaited<ReturnType<DirectoryStore["list"]>> = await store.list(wanted, before, LOOKED_AT, LOOKED_AT);
        rows.push(...page.found);
        before = page.last;
      } while (before !== null && rows.length < FILE_ROWS);
      return csvResponse(csv([HEAD, ...rows.slice(0, FILE_ROWS).map(lineOf)]), `members-${iso(ctx.now).slice(0, 10)}.csv`);
    },
  };

  async function counted({ viewer, now }: StaffMemberContext): Promise<void> {
    refuseOver(await limits.hit(...limitOf("staffMemberFiles", { staff: viewer.id }), now));
  }
}

/** @throws invalid */
function wantedOf(filters: Filters): Wanted {
  const { spent, currency } = filters;
  if (spent && !currency) throw invalid({ field: "currency", code: "required" });
  const amount = spent && currency ? minorUnits(spent, currency) : null;
  if (Number.isNaN(amount)) throw invalid({ field: "spent", code: "invalid_format" });
  const either = (value: string | undefined) => (value ? value === "yes" : null);
  const text = (value: string | undefined) => value?.trim() || null;
  return {
    ...{ site: text(filters.site), status: text(filters.status), source: text(filters.source) },
    mailDomain: text(filters.mail_domain)?.replace(/^@/, "").toLowerCase() ?? null,
    country: text(filters.country)?.toUpperCase() ?? null,
    from: filters.from ? Date.parse(filters.from) : null,
    to: filters.to ? Date.parse(filters.to) + DAY : null,
    ...{ paid: either(filters.paid), fictional: either(filters.fictional) },
    spent: amount !== null && currency ? { amount, currency } : null,
    agent: filters.system ? SYSTEMS[filters.system] : null,
  };
}

function memberOf({ id, name, status, country, email, source, paid, fictional, createdAt }: ListedMember, site: string) {
  return {
    ...{ id, name, site, status, country, source: source ?? "", mail_domain: email.slice(email.indexOf("@") + 1) },
    ...{ paid: paid === 1, fictional: fictional === 1, created_at: iso(createdAt) },
  };
}

function lineOf(one: ListedMember) {
  return [
    ...[one.id, one.name, one.email, one.domainId, one.status, iso(one.createdAt), one.lastActiveAt ? iso(one.lastActiveAt) : ""],
    ...[one.country, one.language, one.source, one.paid === 1 ? "yes" : "no", one.fictional === 1 ? "yes" : "no"],
  ];
}

const isApproved = ({ status }: Pick<ListedFile, "status">) => status === "approved" || status === "alone";

function openUntil({ status, decidedAt }: ListedFile): number | null {
  return isApproved({ status }) && decidedAt !== null ? decidedAt + FILE_OPEN : null;
}

const iso = (at: number) => new Date(at).toISOString();
