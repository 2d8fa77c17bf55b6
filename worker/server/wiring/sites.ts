import { createSiteFiles } from "#worker/backoffice/sites/site-files.ts";
import { createSiteIcons } from "#worker/backoffice/sites/site-icons.ts";
import { createSitesStore } from "#worker/backoffice/sites/sites.store.ts";
import { createSites } from "#worker/backoffice/sites/sites.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { createResize } from "#worker/sites/brand/resize.ts";
import { standingsIn } from "#worker/sites/domains/standings.store.ts";
import type { Platform } from "./platform.ts";

export function createSiteServices(
  { env, db, limits, domainsStore }: Platform,
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">,
) {
  const { findAsset, findIcon } = domainsStore;
  const resize = createResize(env.IMAGES);
  const icons = createSiteIcons({ findAsset, resize });
  const deps = { store: createSitesStore(db), standingOf: (id: string) => standingsIn(db, id), icons, mails, limits };
  return { sites: createSites(deps), siteFiles: createSiteFiles({ ...deps, findAsset, findIcon, resize }) };
}
