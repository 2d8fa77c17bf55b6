import type { z } from "zod";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { type Difference, differences } from "#worker/sites/domains/differences.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { isLocal } from "#worker/sites/domains/read-domains.ts";
import { warningsOf } from "#worker/sites/domains/warnings.ts";
import { createSiteChanges } from "./site-changes.ts";
import {
  contradicting,
  draftOf,
  fieldsOfSection,
  fileOf,
  findSite,
  readSite,
  restoredOf,
  type StandingOf,
} from "./site-draft.ts";
import type { SiteIcons } from "./site-icons.ts";
import { showPreview } from "./site-preview.ts";
import type { contract } from "./sites.contract.ts";
import type { SiteRow, SitesStore, VersionRow } from "./sites.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: SitesStore;
  standingOf: StandingOf;
  icons: SiteIcons;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  limits: Limits;
}

/** UTF-16 units of a value in a list of changes. */
const SHOWN = 160;

/** The settings of the sites, for operators in the browser. The same schema and checks as `npm run domain`. */
export function createSites({ store, standingOf, icons, mails, limits }: Deps) {
  const change = createSiteChanges({ store, standingOf, icons, mails });
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));
  const found = (id: string) => findSite(store, id);

  return {
    async staffSites(): Promise<Output<"staffSites">> {
      const { sites, newest } = await store.all();
      const of = (row: SiteRow) => newest.find(({ id }) => id === row.id);
      const waiting = await store.proposals();
      return {
        sites: sites.flatMap((row) => {
          const version = of(row);
          if (!version) return [];
          const waits = waiting.some(({ domainId, base }) => domainId === row.id && base === version.number);
          return [{ ...factsOf(row, version), waits }];
        }),
      };
    },

    /** @throws not_found */
    async staffSite(ctx: StaffMemberContext, { site, section }: Input<"staffSite">): Promise<Output<"staffSite">> {
      const { row, version } = await found(site);
      const [versions, preview, proposal] = await Promise.all([
        store.versions(site),
        store.preview(site, ctx.now),
        change.waiting(ctx, row, version),
      ]);
      return {
        ...factsOf(row, version),
        proposal: proposal && { ...proposal, changes: proposal.changes.map(shownChange) },
        fields: section ? fieldsOfSection(readSite(row), section) : [],
        unpulled: version.staffId !== null && version.pulledAt === null,
        local: isLocal({ hosts: JSON.parse(row.hosts) as string[] }),
        warnings: warningsOf(readSite(row)).map(({ path, message }) => ({ setting: path.slice(1).join("."), message })),
        preview: preview && { host: preview.host, until: new Date(preview.until).toISOString() },
        versions: versions.slice(0, 30).map((one, index) => {
          const earlier = versions[index + 1];
          const changes = earlier ? differences(withDefaults(earlier), withDefaults(one)) : [];
          return {
            ...{ number: one.number, at: new Date(one.at).toISOString(), by: one.by, browser: one.staffId !== null },
            changed: changes.map(({ path }) => path.replace(/^settings\./, "")),
          };
        }),
      };
    },

    /** @throws not_found */
    async checkSite(_: StaffMemberContext, form: Input<"checkSite">): Promise<Output<"checkSite">> {
      const { sites } = await found(form.site);
      const draft = draftOf(sites, form);
      const against = await contradicting(standingOf, draft.file);
      return {
        problems: draft.problems,
        contradictions: against.map(({ text, mayBeMeant }) => ({ message: text, may: mayBeMeant })),
        changes: draft.changes.map(shownChange),
      };
    },

    /** @throws not_found too_many_requests invalid */
    async previewSite(ctx: StaffMemberContext, form: Input<"previewSite">): Promise<Output<"previewSite">> {
      await counted(ctx);
      const { sites } = await found(form.site);
      return showPreview(store, ctx, fileOf(draftOf(sites, form)), form.host);
    },

    /** @throws not_found conflict too_many_requests invalid */
    async changeSite(ctx: StaffMemberContext, form: Input<"changeSite">): Promise<Output<"changeSite">> {
      await counted(ctx);
      const { row, version, sites } = await found(form.site);
      if (version.number !== form.base) throw new AppError("conflict");
      const draft = draftOf(sites, form);
      const file = fileOf(draft);
      const meant = form.meant === "on";
      return change.make(ctx, { row, before: draft.before, wanted: file, base: form.base, meant, action: "change site" });
    },

    /** @throws not_found conflict too_many_requests invalid */
    async restoreSite(
      ctx: StaffMemberContext,
      { site, number, base, meant }: Input<"restoreSite">,
    ): Promise<Output<"restoreSite">> {
      await counted(ctx);
      const { row, version, sites } = await found(site);
      if (version.number !== base) throw new AppError("conflict");
      const wanted = (await store.versions(site)).find((one) => one.number === number);
      if (!wanted) throw new AppError("not_found");
      const draft = restoredOf(sites, row, wanted);
      const file = fileOf(draft);
      return change.make(ctx, { row, before: draft.before, wanted: file, base, meant: meant === "on", action: "restore site" });
    },

    /** @throws not_found forbidden conflict too_many_requests invalid */
    async decideSite(ctx: StaffMemberContext, input: Input<"decideSite">): Promise<Output<"decideSite">> {
      await counted(ctx);
      const { row, version, sites } = await found(input.site);
      const waiting = (await store.proposals()).find(({ id, domainId }) => id === input.proposal && domainId === row.id);
      if (!waiting) throw new AppError("not_found");
      if (input.decision === "refuse") return change.refuse(ctx, waiting);
      if (waiting.base !== version.number) throw new AppError("conflict");
      const draft = restoredOf(sites, row, waiting);
      const { before } = draft;
      return change.approve(ctx, waiting, {
        row,
        before,
        wanted: fileOf(draft),
        base: waiting.base,
        meant: input.meant === "on",
      });
    },
  };
}

/** A version of an earlier build lacks the settings that came since. */
function withDefaults(version: VersionRow): unknown {
  try {
    return readSite(version);
  } catch {
    return JSON.parse(version.settings);
  }
}

function factsOf({ id, pool, hosts, settings }: SiteRow, { number, by, at }: VersionRow) {
  const { name } = (JSON.parse(settings) as DomainFile).settings;
  return { id, pool, name, hosts: JSON.parse(hosts) as string[], version: number, by, at: new Date(at).toISOString() };
}

function shownChange({ path, before, after }: Difference) {
  return { path: path.replace(/^settings\./, ""), before: shown(before), after: shown(after) };
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}
