import { Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./sites.module.css";
import { SITE_WORDS as words } from "./words.ts";

type Site = Awaited<ReturnType<StaffBackend["staffSite"]>>;

/** A change of prices that waits for a second operator. */
export function SiteProposal({ id, proposal }: { id: string; proposal: NonNullable<Site["proposal"]> }) {
  const { form } = staffEdge();
  const mustMean = form?.id === "decideSite" && form.code === "invalid";
  const { by, at, changes, may } = proposal;
  return (
    <section className={css.proposal}>
      <h2>{words.waits}</h2>
      <p>
        {words.waitsOf(by)} <Time at={at} />
      </p>
      <Table head={words.proposalHead}>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{before ?? words.none}</td>
            <td>{after ?? words.none}</td>
          </tr>
        ))}
      </Table>
      {!may && <p className="muted">{words.notYou}</p>}
      <StaffForm call="decideSite" className={css.decide}>
        <input name="site" type="hidden" value={id} />
        <input name="proposal" type="hidden" value={proposal.id} />
        {mustMean && <Checkbox id="meant-proposal" label={words.meant} name="meant" />}
        {may && (
          <Button name="decision" value="approve">
            {words.approve}
          </Button>
        )}
        <Button name="decision" value="refuse" variant="secondary">
          {words.refuse}
        </Button>
      </StaffForm>
    </section>
  );
}
