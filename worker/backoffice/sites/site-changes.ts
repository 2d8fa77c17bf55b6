import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Difference, differences } from "#worker/sites/domains/differences.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { priceChange } from "./price-change.ts";
import { contradicting, keepFixed, readSite, type StandingOf } from "./site-draft.ts";
import type { SiteIcons } from "./site-icons.ts";
import type { ProposalRow, SiteRow, SitesStore, VersionRow } from "./sites.store.ts";

interface Deps {
  store: SitesStore;
  standingOf: StandingOf;
  icons: SiteIcons;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
}

interface Change {
  row: SiteRow;
  before: DomainFile;
  wanted: DomainFile;
  base: number;
  meant: boolean;
}

interface Made {
  version: number;
  /** It waits for a second operator. */
  proposed: boolean;
}

interface Waiting {
  id: string;
  by: string;
  at: string;
  changes: Difference[];
  /** Whether the viewer is a second person for it. */
  may: boolean;
}

/** In ms: what one operator changes in this time counts together. */
const TOGETHER = 7 * DAY;

/** Puts a changed file of a site in force, or before a second operator: decision 118. */
export function createSiteChanges({ store, standingOf, icons, mails }: Deps) {
  /** The file as it may become, and what is said of it. @throws invalid */
  async function checked({ before, wanted, meant }: Change) {
    // The last step asks again, whatever a form or a version has said.
    const file = keepFixed(before, wanted);
    const changes = differences(before, file);
    const against = changes.length > 0 ? await contradicting(standingOf, file) : [];
    if (against.some(({ mayBeMeant }) => !mayBeMeant || !meant)) throw invalid({ field: "meant", code: "required" });
    return { file, changes, names: changes.map(({ path }) => path.replace(/^settings\./, "")).join(", ") };
  }

  async function needsTwo({ viewer, now }: StaffMemberContext, { row, before, base }: Change, file: DomainFile) {
    const { prices_alone: most } = before.settings;
    if (most === null) return false;
    const own = (await store.versions(row.id)).filter(({ number }) => number <= base);
    const begun = own.find(({ at, staffId, approved }) => staffId !== viewer.id || approved || at <= now - TOGETHER);
    const from = begun ? readSite(begun).settings : before.settings;
    return Math.max(priceChange(before.settings, file.settings), priceChange(from, file.settings)) > most;
  }

  async function told(ctx: StaffMemberContext, site: string, subject: string, paragraphs: string[]) {
    const link = { label: "Open the site", page: `${ctx.origin}/staff/sites/${site}` };
    return mails.toOperators({ subject: `${subject}: ${site}`, paragraphs, link }, ctx.now);
  }

  interface Applying {
    change: Change;
    file: DomainFile;
    names: string;
    action: string;
    /** The proposal that it fulfils, and the name of its author. */
    proposal: ProposalRow | null;
  }

  /** @throws conflict */
  async function apply(ctx: StaffMemberContext, { change, file, names, action, proposal }: Applying): Promise<Made> {
    const { row, before, base } = change;
    const { viewer, now } = ctx;
    const by = proposal ? `${proposal.by}, approved by ${viewer.name}` : viewer.name;
    const rows = await told(ctx, row.id, "Site changed", [
      `${by} changed ${names.slice(0, 600)}.`,
      "If that was not meant to happen, restore the version before, and look at the audit log.",
    ]);
    const isApplied = await store.apply({
      ...{ id: row.id, base, settings: JSON.stringify(file), now, by, staffId: viewer.id, mails: rows },
      audit: auditRow(ctx, { action, object: "deployment", id: row.id, reason: `version_${base + 1}` }),
      hidesFictional: before.settings.fictional_profiles && !file.settings.fictional_profiles,
      proposal: proposal?.id ?? null,
      icons: await icons(before, file),
    });
    if (!isApplied) throw new AppError("conflict");
    await Promise.all(rows.map(({ id }) => mails.dispatch(id)));
    return { version: base + 1, proposed: false };
  }

  return {
    /** @throws invalid conflict */
    async make(
      ctx: StaffMemberContext,
      { action, ...change }: Change & { action: "change site" | "restore site" },
    ): Promise<Made> {
      const { file, changes, names } = await checked(change);
      const { row, before, base } = change;
      if (changes.length === 0) return { version: base, proposed: false };
      const byTwo = await needsTwo(ctx, change, file);
      const isAlone = byTwo && before.settings.one_person;
      if (!byTwo || isAlone)
        return apply(ctx, { change, file, names, action: isAlone ? `${action}, alone` : action, proposal: null });
      const rows = await told(ctx, row.id, "A change of prices waits", [
        `${ctx.viewer.name} wants to change ${names.slice(0, 600)}.`,
        "It needs a second operator.",
      ]);
      const proposal = { id: newId(), domainId: row.id, base, settings: JSON.stringify(file) };
      const isKept = await store.propose(
        { ...proposal, proposedBy: ctx.viewer.id, createdAt: ctx.now },
        auditRow(ctx, { action: "propose site", object: "deployment", id: row.id, reason: `version_${base + 1}` }),
        rows,
      );
      if (!isKept) throw new AppError("conflict");
      await Promise.all(rows.map(({ id }) => mails.dispatch(id)));
      return { version: base, proposed: true };
    },

    /** @throws invalid conflict forbidden */
    async approve(ctx: StaffMemberContext, proposal: ProposalRow, change: Change): Promise<Made> {
      const isSecond = await store.isSecondPerson(proposal, ctx.viewer.id);
      if (!isSecond && !change.before.settings.one_person) throw new AppError("forbidden");
      const { file, names } = await checked(change);
      return apply(ctx, { change, file, names, action: isSecond ? "approve site" : "approve site, alone", proposal });
    },

    /** Also the way for its author to withdraw it. @throws conflict */
    async refuse(ctx: StaffMemberContext, { id, base, domainId }: ProposalRow): Promise<Made> {
      const audit = auditRow(ctx, { action: "refuse site", object: "deployment", id: domainId, reason: `version_${base + 1}` });
      if (!(await store.refuse(id, ctx.viewer.id, ctx.now, audit))) throw new AppError("conflict");
      return { version: base, proposed: false };
    },

    /** The change that waits for a second operator; null for one of an earlier version. */
    async waiting({ viewer }: StaffMemberContext, row: SiteRow, { number }: VersionRow): Promise<Waiting | null> {
      const found = (await store.proposals()).find(({ domainId, base }) => domainId === row.id && base === number);
      if (!found) return null;
      const before = readSite(row);
      const isSecond = await store.isSecondPerson(found, viewer.id);
      return {
        ...{ id: found.id, by: found.by, at: new Date(found.createdAt).toISOString() },
        changes: differences(before, keepFixed(before, readSite(found))),
        may: isSecond || before.settings.one_person,
      };
    },
  };
}
