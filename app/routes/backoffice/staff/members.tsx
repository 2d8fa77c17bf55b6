import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend, url } = staffEdge();
  const [me, { members }] = await Promise.all([
    backend.staffMe({}),
    backend.memberLines({ ids: url.searchParams.get("found")?.slice(0, 500) ?? "" }),
  ]);
  return { members, moderates: me.role === "moderator", none: url.searchParams.get("found") === "" };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { members, moderates, none } }: { loaderData: Found }) {
  const words = WORDS.member;
  const { values, fields } = staffForm("findMembers");
  return (
    <StaffPage title={WORDS.members}>
      <StaffForm className="stack" call="findMembers" then="/staff/members">
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
      {members.length === 0 ? (
        <p className="muted">{none ? words.none : words.start}</p>
      ) : (
        <Table head={[words.name, words.site, words.status, words.since]}>
          {members.map(({ id, name, site, status, created_at }) => (
            <tr key={id}>
              <td>
                <a href={`/staff/members/${id}`}>{name}</a>
              </td>
              <td>{site}</td>
              <td>{words.states[status]}</td>
              <td>{created_at.slice(0, 10)}</td>
            </tr>
          ))}
        </Table>
      )}
    </StaffPage>
  );
}
