import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { isLocalHost } from "#worker/sites/domains/read-domains.ts";
import { host as hostSchema } from "#worker/sites/domains/settings.vocabulary.ts";
import type { SitesStore } from "./sites.store.ts";

/** Shows a file of a site on a host of its own for a day. @throws invalid */
export async function showPreview(
  store: Pick<SitesStore, "show">,
  ctx: StaffMemberContext,
  file: DomainFile,
  given: string | undefined,
): Promise<{ host: string; until: string }> {
  const host = previewHost(ctx.origin, given);
  const until = ctx.now + DAY;
  const audit = auditRow(ctx, { action: "preview site", object: "deployment", id: file.id });
  const isShown = await store.show({ id: file.id, host, settings: JSON.stringify(file), now: ctx.now, until, audit });
  if (!isShown) throw invalid({ field: "host", code: "unknown_option" });
  return { host, until: new Date(until).toISOString() };
}

/** Here a host of its own; a deployment names one that leads to the Worker. @throws invalid */
function previewHost(origin: string, given: string | undefined): string {
  if (given) {
    if (!hostSchema.safeParse(given).success) throw invalid({ field: "host", code: "invalid_format" });
    return given;
  }
  if (!isLocalHost(new URL(origin).hostname)) throw invalid({ field: "host", code: "required" });
  return `preview-${newId().slice(0, 8).toLowerCase()}.localhost`;
}
