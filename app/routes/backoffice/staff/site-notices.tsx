import { MaintenanceForm, NoticeForm } from "#app/features/backoffice/notices/notice-forms.tsx";
import { NoticeList } from "#app/features/backoffice/notices/notice-list.tsx";
import { NOTICE_WORDS as words } from "#app/features/backoffice/notices/notice-words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
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
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      <p className="muted">{words.intro}</p>
      <NoticeList found={found} />
      <MaintenanceForm sites={found.sites} />
      <NoticeForm sites={found.sites} />
    </StaffPage>
  );
}
