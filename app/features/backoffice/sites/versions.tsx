import { Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { SITE_WORDS as words } from "./words.ts";

type Site = Awaited<ReturnType<StaffBackend["staffSite"]>>;

export function SiteVersions({ found: { id, version, versions } }: { found: Site }) {
  const { form } = staffEdge();
  const asked = form?.id === "restoreSite" && form.fields.meant ? Number(form.values.number) : null;
  return (
    <Table head={words.versionHead}>
      {versions.map(({ number, at, by, changed, browser }, index) => (
        <tr key={number}>
          <th scope="row">{number}</th>
          <td>
            <Time at={at} />
          </td>
          <td>{browser ? words.browser(by) : by}</td>
          <td>{index === versions.length - 1 && changed.length === 0 ? words.first : words.fields(changed)}</td>
          <td>
            {number === version ? (
              words.current
            ) : (
              <StaffForm call="restoreSite">
                <input name="site" type="hidden" value={id} />
                <input name="number" type="hidden" value={number} />
                <input name="base" type="hidden" value={version} />
                {asked === number && <Checkbox id={`meant-${number}`} label={words.meant} name="meant" />}
                <Button variant="secondary">{words.restore(number)}</Button>
              </StaffForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
