import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { pagesOf } from "#app/features/backoffice/staff/pages.ts";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Day } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { LIST_WORDS } from "#app/features/backoffice/support/list-words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url } = staffEdge();
  const [me, { members }] = await Promise.all([
    backend.staffMe({}),
    backend.memberLines({ ids: url.searchParams.get("found")?.slice(0, 500) ?? "" }),
  ]);
  const waits = pagesOf(me.role).find(({ kind }) => kind && kind === url.searchParams.get("waits"));
  return {
    members,
    moderates: me.role === "moderator",
    none: url.searchParams.get("found") === "",
    more: url.searchParams.has("more"),
    waits,
  };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { members, moderates, none, more, waits } }: { loaderData: Found }) {
  const words = WORDS.member;
  const { values, fields } = staffForm("findMembers");
  return (
    <StaffPage title={WORDS.members}>
      <StaffForm className={css.search} call="findMembers" then="/staff/members">
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={values.query}
          error={fields.query}
          label={moderates ? words.searchModeration : words.search}
          maxLength={300}
          name="query"
          required
          spellCheck={false}
        />
        <Button>{words.find}</Button>
      </StaffForm>
      {!moderates && (
        <p>
          <a href="/staff/members/list">{LIST_WORDS.link}</a>
        </p>
      )}
      {waits && (
        <p>
          {words.waitsIn} <a href={waits.href}>{waits.label}</a>
        </p>
      )}
      {members.length === 0 ? (
        <p className="muted">{none ? (waits ? words.nobody : words.none) : words.start}</p>
      ) : (
        <Table head={[words.name, words.site, words.status, words.since]}>
          {members.map(({ id, name, site, status, created_at }) => (
            <tr key={id}>
              <td>
                <a href={`/staff/members/${id}`}>{name}</a>
              </td>
              <td>{site}</td>
              <td>{words.states[status]}</td>
              <td>
                <Day at={created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {more && <p className="muted">{words.more}</p>}
    </StaffPage>
  );
}
