import { FictionalFields, typedOf } from "#app/features/backoffice/fictional/fictional-form.tsx";
import { FictionalPhotos } from "#app/features/backoffice/fictional/fictional-photos.tsx";
import { FICTIONAL_WORDS as words } from "#app/features/backoffice/fictional/fictional-words.ts";
import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof find>>;

async function find(id: string) {
  return staffEdge().backend.fictionalProfile({ id });
}

export async function loader({ params }: { params: { id?: string } }): Promise<Found> {
  return orRefuse(find((params.id ?? "").slice(0, 100)));
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  const { url, form, viewer } = staffEdge();
  const { id, site, state, stored, banned, age } = found;
  const done = words.done[url.searchParams.get("done") ?? ""];
  const isHere = state !== "ended";
  const acts = viewer?.role === "operator" && isHere;
  const edits = acts && site.on;
  return (
    <StaffPage refusals={words.refusals} title={stored.name}>
      {done && !form && <Alert first title={done} tone="success" />}
      <p>
        <a href="/staff/fictional">{words.back}</a>
        {viewer?.role === "operator" && (
          <>
            {" · "}
            <a href={`/staff/members/${id}`}>{words.asMember}</a>
          </>
        )}
      </p>
      <p>{words.facts(words.states[state], site.name, age)}</p>
      {!isHere && <p>{words.ended}</p>}
      {isHere && !site.on && <Alert title={words.offHere(site.name)} tone="warning" />}
      {banned && <Alert title={words.banned} tone="warning" />}
      {viewer?.role !== "operator" && <p className="muted">{words.reads}</p>}
      <FictionalPhotos edits={edits} found={found} removes={acts} />
      {edits ? <Change found={found} /> : <Said found={found} />}
      {acts && !banned && (state === "active" || site.on) && <Switch id={id} state={state} />}
      {acts && <End id={id} />}
    </StaffPage>
  );
}

function Change({ found: { id, base, stored, offered } }: { found: Found }) {
  const sent = staffForm("changeFictional");
  const now = typedOf(stored);
  const values = sent.code === null ? now : sent.values;
  const others = sent.code === "conflict" ? Object.entries(now).filter(([name, value]) => (values[name] ?? "") !== value) : [];
  return (
    <section className={css.form}>
      <h2>{words.words}</h2>
      {sent.code === "conflict" && (
        <Alert title={words.meanwhile} tone="warning">
          {others.length === 0 ? (
            words.sameNow
          ) : (
            <dl>
              {others.map(([name, value]) => (
                <div key={name}>
                  <dt>{name.replaceAll("_", " ")}</dt>
                  <dd dir="auto">{value || words.unsaid}</dd>
                </div>
              ))}
            </dl>
          )}
        </Alert>
      )}
      <StaffForm call="changeFictional" className="stack">
        <input name="id" type="hidden" value={id} />
        <input name="base" type="hidden" value={base} />
        <FictionalFields fields={sent.fields} offered={offered} values={values} />
        <div>
          <Button>{words.save}</Button>
        </div>
      </StaffForm>
    </section>
  );
}

/** For those who change nothing. */
function Said({ found: { stored } }: { found: Found }) {
  const { prompts, about } = stored;
  return (
    <section className="stack">
      <h2>{words.words}</h2>
      <p dir="auto">{about || words.unsaid}</p>
      {prompts.map(({ question, answer }) => (
        <p dir="auto" key={question}>
          {answer}
        </p>
      ))}
    </section>
  );
}

function Switch({ id, state }: { id: string; state: Found["state"] }) {
  const isShown = state === "active";
  return (
    <StaffForm call="switchFictional">
      <input name="id" type="hidden" value={id} />
      <input name="to" type="hidden" value={isShown ? "hidden" : "active"} />
      <p className="muted">{isShown ? words.hideHint : words.showHint}</p>
      <Button variant="secondary">{isShown ? words.hide : words.showAgain}</Button>
    </StaffForm>
  );
}

function End({ id }: { id: string }) {
  const { code, fields } = staffForm("endFictional");
  return (
    <Disclosure open={code !== null} summary={words.end}>
      <StaffForm call="endFictional" className="stack" then="/staff/fictional">
        <input name="id" type="hidden" value={id} />
        <p className="muted">{words.endHint}</p>
        <Checkbox error={fields.sure} label={words.sure} name="sure" required />
        <div>
          <Button variant="danger">{words.endSubmit}</Button>
        </div>
      </StaffForm>
    </Disclosure>
  );
}
