import { CodeForm, CodeList, InvitationForm, InvitationList } from "#app/features/backoffice/sites/offers.tsx";
import { SiteParts } from "#app/features/backoffice/sites/parts.tsx";
import css from "#app/features/backoffice/sites/sites.module.css";
import { SITE_WORDS } from "#app/features/backoffice/sites/words.ts";
import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Input } from "#app/ui/input.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

const words = SITE_WORDS.codes;

async function find(site: string) {
  const { backend, takeHanded } = staffEdge();
  return { ...(await backend.siteOffers({ site })), id: site, handed: takeHanded() };
}

export async function loader({ params }: { params: { id?: string } }): Promise<Found> {
  return orRefuse(find(params.id ?? ""));
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { url, form } = staffEdge();
  const { id, name, handed, origin, open } = found;
  const [added, ended] = [url.searchParams.get("added"), url.searchParams.get("ended")];
  const done = added ? words.added(added) : ended && words.ended(ended);
  return (
    <StaffPage refusals={words.refusals} title={words.title(name)}>
      {done && !form && !handed && <Alert first title={done} tone="success" />}
      {handed?.id === id && (
        <Alert first title={words.linkTitle} tone="success">
          <Input
            defaultValue={`${origin}/i${handed.token}`}
            dir="ltr"
            hint={words.linkHint}
            label={words.link}
            name="link"
            readOnly
          />
        </Alert>
      )}
      <div className={css.site}>
        <SiteParts here="codes" id={id} />
        <div className={css.form}>
          <h2>{words.codes}</h2>
          <CodeList found={found} />
          <CodeForm found={found} />
          <h2>{words.invitations}</h2>
          {open ? (
            <p className="muted">{words.openText}</p>
          ) : (
            <>
              <InvitationList found={found} />
              <InvitationForm id={id} />
            </>
          )}
        </div>
      </div>
    </StaffPage>
  );
}
