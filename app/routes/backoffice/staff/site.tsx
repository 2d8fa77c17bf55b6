import { SiteParts } from "#app/features/backoffice/sites/parts.tsx";
import { PreviewShown } from "#app/features/backoffice/sites/preview-shown.tsx";
import { SiteProposal } from "#app/features/backoffice/sites/proposal.tsx";
import { SiteForm } from "#app/features/backoffice/sites/site-form.tsx";
import css from "#app/features/backoffice/sites/sites.module.css";
import { SiteVersions } from "#app/features/backoffice/sites/versions.tsx";
import { SITE_WORDS as words } from "#app/features/backoffice/sites/words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { SECTIONS } from "#worker/backoffice/sites/sections.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find(site: string, named: string | undefined) {
  const { backend, form } = staffEdge();
  const section = SECTIONS.find((one) => one === named) ?? null;
  if (named !== undefined && section === null) throw new AppError("not_found");
  const found = await backend.staffSite({ site, ...(section && { section }) });
  const isSent = section && (form?.id === "changeSite" || form?.id === "previewSite") && form.code === "invalid";
  const checked = isSent ? await backend.checkSite({ ...form.values, site, section, base: String(found.version) }) : null;
  return { ...found, section, checked };
}

export async function loader({ params }: { params: { id?: string; section?: string } }): Promise<Found> {
  return orRefuse(find(params.id ?? "", params.section));
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { url, form } = staffEdge();
  const { id, name, hosts, pool, section, unpulled, warnings, proposal } = found;
  const [saved, shown] = [url.searchParams.get("saved"), url.searchParams.get("preview")];
  return (
    <StaffPage refusals={refusals()} title={name}>
      {saved && !form && <Alert first title={words.saved(saved)} tone="success" />}
      {url.searchParams.has("proposed") && proposal && !form && (
        <Alert first title={words.proposed} tone="info">
          {words.proposedText}
        </Alert>
      )}
      {shown && !form && <PreviewShown host={shown} />}
      <p className="muted">{words.facts(hosts.join(", "), pool)}</p>
      {unpulled && <p className="muted">{words.unpulled}</p>}
      {!section && proposal && <SiteProposal id={id} proposal={proposal} />}
      {!section && warnings.length > 0 && (
        <Alert title={words.warnings} tone="warning">
          {warnings.map(({ setting, message }) => (
            <p key={setting + message}>{words.warning(setting, message)}</p>
          ))}
        </Alert>
      )}
      <div className={css.site}>
        <SiteParts here={section} id={id} />
        {section ? <SiteForm found={found} section={section} /> : <SiteVersions found={found} />}
      </div>
    </StaffPage>
  );
}

function refusals() {
  const { form } = staffEdge();
  if (form?.id === "decideSite") return words.decisionRefusals;
  if (form?.id !== "restoreSite") return words.refusals;
  const misfits = Object.keys(form.fields).filter((field) => field !== "meant");
  const { restoreRefusals } = words;
  const names = misfits.map((field) => field.replace(/^\/settings\//, ""));
  return misfits.length > 0 ? { ...restoreRefusals, invalid: words.misfit(names) } : restoreRefusals;
}
