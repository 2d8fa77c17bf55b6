import { orRefuse } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import { Time, Timed } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { STATUS_WORDS as words } from "#app/features/backoffice/status/words.ts";
import { Alert } from "#app/ui/alert.tsx";
import { WAITING, WAITING_NAMES, type Waiting } from "#worker/backoffice/status/status.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  return staffEdge().backend.staffStatus({});
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { at, build, cron, tasks, waiting, limit, age_list: list } = found;
  const failing = tasks.filter(({ failures }) => failures > 0);
  const looks = waiting.filter(({ name, count, late }) => late || (MONEY.includes(name) && count > 0));
  const wrong = Number(cron.late) + failing.length + looks.length + Number(list !== null && list.state !== "fresh");
  return (
    <StaffPage title={WORDS.status}>
      <Alert title={wrong === 0 ? words.well : words.wrong(wrong)} tone={wrong === 0 ? "success" : "warning"}>
        <Timed at={at} seconds text={words.at} />
      </Alert>
      <h2>{words.build}</h2>
      <p>{words.version(build.version, build.build, build.schema)}</p>
      <h2>{words.cron}</h2>
      <p>
        {cron.ran_at === null ? (
          words.never
        ) : (
          <>
            <Timed at={cron.ran_at} seconds text={words.ran(cron.took_ms ?? 0)} /> {cron.late && words.still}
          </>
        )}
      </p>
      {tasks.length === 0 ? <p className="muted">{words.noFailures}</p> : <Tasks tasks={tasks} />}
      <h2>{words.waiting}</h2>
      <p>{words.people}</p>
      <Table head={words.waitingHead}>
        {waiting.map(({ name, count, oldest, late }) => (
          <tr key={name}>
            <th scope="row">{words.waits[name]}</th>
            <td>{count < limit ? count : words.orMore(count)}</td>
            <td>
              <Shown at={oldest} />
            </td>
            <td>{late ? <strong>{words.late}</strong> : FOR_PEOPLE.includes(name) && count > 0 ? words.look : words.fine}</td>
          </tr>
        ))}
      </Table>
      <h2>{words.providers}</h2>
      <Providers {...found} />
      {list && <AgeList list={list} />}
      <p className="muted">{words.limit(limit)}</p>
    </StaffPage>
  );
}

const MONEY: readonly Waiting[] = ["payments_undecided", "refunds_refused"];
const FOR_PEOPLE: readonly Waiting[] = WAITING_NAMES.filter((name) => WAITING[name] === null);

function Tasks({ tasks }: Pick<Found, "tasks">) {
  return (
    <Table head={words.taskHead}>
      {tasks.map(({ name, failed_at, failures, error }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{failures === 0 ? words.taskWell : <strong>{words.taskFails(failures)}</strong>}</td>
          <td>
            <Shown at={failed_at} />
          </td>
          <td>{error}</td>
        </tr>
      ))}
    </Table>
  );
}

function Providers({ mail, push, payments }: Pick<Found, "mail" | "push" | "payments">) {
  const refusals = mail.errors.map(({ code, count }) => words.refusals(code, count)).join(", ");
  return (
    <Table head={words.providerHead}>
      <tr>
        <th scope="row">{words.mail}</th>
        <td>
          <Shown at={mail.sent_at} />
        </td>
        <td>
          <Shown at={mail.errors.find((error) => error.at !== null)?.at ?? null} />
        </td>
        <td>{refusals || words.nothing}</td>
      </tr>
      <tr>
        <th scope="row">{words.push}</th>
        <td>
          <Shown at={push.sent_at} />
        </td>
        <td>
          <Shown at={push.refused_at} />
        </td>
        <td>{push.refused === 0 ? words.nothing : words.devices(push.refused)}</td>
      </tr>
      {payments.map(({ provider, paid_at, refused_at, refused }) => (
        <tr key={provider}>
          <th scope="row">{provider}</th>
          <td>
            <Shown at={paid_at} />
          </td>
          <td>
            <Shown at={refused_at} />
          </td>
          <td>{refused === 0 ? words.nothing : words.notices(refused)}</td>
        </tr>
      ))}
    </Table>
  );
}

function AgeList({ list }: { list: NonNullable<Found["age_list"]> }) {
  const { state, source, providers, issued, next_update, read } = list;
  return (
    <>
      <h2>{words.ageList}</h2>
      <p>
        {state === "fresh" ? words.ageListStates.fresh : <strong>{words.ageListStates[state]}</strong>}{" "}
        {words.ageListOf(source, providers)}
      </p>
      <Table head={words.ageListHead}>
        <tr>
          {[issued, next_update, read].map((time, index) => (
            <td key={words.ageListHead[index]}>
              <Shown at={time} />
            </td>
          ))}
        </tr>
      </Table>
    </>
  );
}

function Shown({ at }: { at: string | null }) {
  return at === null ? words.none : <Time at={at} seconds />;
}
