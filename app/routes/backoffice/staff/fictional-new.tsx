import { FictionalFields } from "#app/features/backoffice/fictional/fictional-form.tsx";
import { FICTIONAL_WORDS as words } from "#app/features/backoffice/fictional/fictional-words.ts";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url } = staffEdge();
  return backend.fictionalForm({ site: (url.searchParams.get("site") ?? "").slice(0, 100) });
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { site, offered } }: { loaderData: Found }) {
  const { values, fields } = staffForm("addFictional");
  return (
    <StaffPage refusals={words.refusals} title={words.makeOn(site.name)}>
      <p>
        <a href="/staff/fictional">{words.back}</a>
      </p>
      {site.on ? (
        <>
          <p className="muted">{words.intro}</p>
          <StaffForm call="addFictional" className={css.form} then="/staff/fictional">
            <input name="site" type="hidden" value={site.id} />
            <FictionalFields fields={fields} offered={offered} values={values} />
            <div>
              <Button>{words.add}</Button>
            </div>
          </StaffForm>
        </>
      ) : (
        <p>{words.off(site.name)}</p>
      )}
    </StaffPage>
  );
}
