import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffPasskeys } from "#app/features/backoffice/staff/passkeys.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time, Timed } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

/** Only a browser makes a passkey. */
export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend } = staffEdge();
  const [me, { sessions }, passkeys] = await Promise.all([
    backend.staffMe({}),
    backend.staffSessions({}),
    backend.staffPasskeys({}),
  ]);
  return { me, sessions, passkeys };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { me, sessions, passkeys } }: { loaderData: Found }) {
  const words = WORDS.me;
  return (
    <StaffPage title={WORDS.account}>
      <p>
        {words.who(me.name, WORDS.roles[me.role], me.email)} <Timed at={me.until} text={words.until} />
      </p>
      <p className="muted">{words.zone(staffEdge().reader.zone)}</p>
      <h2>{words.sessions}</h2>
      <Table head={[words.since, words.device]}>
        {sessions.map((session) => (
          <tr key={session.id}>
            <td>
              <Time at={session.created_at} />
            </td>
            <td>
              {session.user_agent} {session.current && <strong>{words.here}</strong>}
            </td>
          </tr>
        ))}
      </Table>
      {sessions.length > 1 && (
        <StaffForm call="staffEndSessions">
          <Button variant="secondary">{words.endOthers}</Button>
        </StaffForm>
      )}
      <StaffPasskeys {...passkeys} email={me.email} />
    </StaffPage>
  );
}
