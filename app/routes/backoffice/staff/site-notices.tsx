import { MaintenanceForm, NoticeForm, SiteChoice } from "#app/features/backoffice/notices/notice-forms.tsx";
import { languagesOf } from "#app/features/backoffice/notices/notice-languages.ts";
import { NoticeList } from "#app/features/backoffice/notices/notice-list.tsx";
import { NOTICE_WORDS as words } from "#app/features/backoffice/notices/notice-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  return staffEdge().backend.siteNotices({});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const named = staffEdge().url.searchParams.get("site") ?? "";
  const site = found.sites.some(({ id }) => id === named) ? named : "";
  const name = siteName(found.sites, site || null, words.all);
  const chosen = { site, name, languages: languagesOf(found.sites, site) };
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      <p className="muted">{words.intro}</p>
      <NoticeList found={found} />
      <SiteChoice site={site} sites={found.sites} />
      <NoticeForm {...chosen} />
      <MaintenanceForm {...chosen} />
    </StaffPage>
  );
}
