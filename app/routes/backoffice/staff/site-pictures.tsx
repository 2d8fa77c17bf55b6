import { SiteParts } from "#app/features/backoffice/sites/parts.tsx";
import { PreviewShown } from "#app/features/backoffice/sites/preview-shown.tsx";
import { SiteFile } from "#app/features/backoffice/sites/site-file.tsx";
import css from "#app/features/backoffice/sites/sites.module.css";
import { SITE_WORDS } from "#app/features/backoffice/sites/words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

const words = SITE_WORDS.pictures;

async function find(site: string) {
  return { ...(await staffEdge().backend.staffSiteFiles({ site })), id: site };
}

export async function loader({ params }: { params: { id?: string } }): Promise<Found> {
  return orRefuse(find(params.id ?? ""));
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { url, form } = staffEdge();
  const { id, name, local, files } = found;
  const [saved, shown] = [url.searchParams.get("saved"), url.searchParams.get("preview")];
  return (
    <StaffPage refusals={words.refusals} title={words.title(name)}>
      {saved && !form && <Alert first title={SITE_WORDS.saved(saved)} tone="success" />}
      {shown && !form && <PreviewShown host={shown} />}
      <p className="muted">{words.intro}</p>
      <div className={css.site}>
        <SiteParts here="pictures" id={id} />
        <div className={css.form}>
          {files.map((file) => (
            <SiteFile file={file} key={file.slot} local={local} site={id} />
          ))}
        </div>
      </div>
    </StaffPage>
  );
}
