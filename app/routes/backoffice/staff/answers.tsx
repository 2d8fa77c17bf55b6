import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage, Table } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { CANNED_WORDS as words } from "#app/features/backoffice/work/canned-words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { CANNED_PLACES } from "#db/schema/attributes.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import {
  CANNED_TEXT,
  CANNED_TITLE,
  type CannedPlace,
  hasKnownPlaceholders,
  PLACEHOLDERS,
} from "#worker/backoffice/hands/canned.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/answers";
const names = new Intl.DisplayNames("en", { type: "language" });
const nameOf = (language: string) => names.of(language) ?? language;
const PLACES = CANNED_PLACES.map((value) => ({ value, label: words.places[value] }));
const TONGUES = LANGUAGES.map((value) => ({ value, label: nameOf(value) }));
const pageOf = (id: string, language: string) => `${PAGE}?${new URLSearchParams({ edit: id, language })}#answer`;

type Found = Awaited<ReturnType<typeof find>>;
type Answer = Found["answers"][number];

async function find() {
  const { backend, url } = staffEdge();
  const { answers } = await backend.cannedAnswers({});
  const language = LANGUAGES.find((one) => one === url.searchParams.get("language")) ?? "en";
  return { answers, edit: url.searchParams.get("edit"), language };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { answers, edit, language } }: { loaderData: Found }) {
  const edited = answers.find(({ id }) => id === edit);
  return (
    <StaffPage refusals={words.refusals} title={words.title}>
      <p className="muted">{words.intro}</p>
      {answers.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table head={words.head}>
          {answers.map((answer) => (
            <Row answer={answer} key={answer.id} />
          ))}
        </Table>
      )}
      <Editor answer={edited} key={`${edited?.id} ${language}`} language={language} />
    </StaffPage>
  );
}

function Row({ answer: { id, place, title, texts, changed_by: by, changed_at: at } }: { answer: Answer }) {
  const languages = Object.keys(texts);
  return (
    <tr>
      <td>{words.places[place]}</td>
      <th dir="auto" scope="row">
        {title}
      </th>
      <td>
        {languages.map((language, index) => (
          <span key={language}>
            {index > 0 && ", "}
            <a href={pageOf(id, language)}>{nameOf(language)}</a>
          </span>
        ))}
      </td>
      <td>
        <Time at={at} /> {words.changed(by)}
      </td>
      <td>
        <a href={pageOf(id, languages.includes("en") ? "en" : (languages[0] ?? "en"))}>
          {words.editRow} <span className="visually-hidden">{title}</span>
        </a>
        <StaffForm call="removeCannedAnswer" then={PAGE}>
          <input name="id" type="hidden" value={id} />
          <Button size="s" variant="quiet">
            {words.removeRow} <span className="visually-hidden">{title}</span>
          </Button>
        </StaffForm>
      </td>
    </tr>
  );
}

function Editor({ answer, language }: { answer: Answer | undefined; language: Language }) {
  const { values, fields } = staffForm("saveCannedAnswer");
  const place = CANNED_PLACES.find((one) => one === values.place) ?? answer?.place ?? "letter";
  return (
    <section className={css.form} id="answer">
      <h2>{answer ? words.edit(answer.title) : words.add}</h2>
      {answer && <Others answer={answer} language={language} />}
      <StaffForm call="saveCannedAnswer" className="stack" then={PAGE}>
        <input name="id" type="hidden" value={answer?.id ?? ""} />
        <input name="version" type="hidden" value={answer?.version ?? 0} />
        <Select defaultValue={place} error={fields.place} label={words.place} name="place" options={PLACES} />
        <Select
          defaultValue={values.language ?? language}
          error={fields.language}
          label={words.language}
          name="language"
          options={TONGUES}
        />
        <Input
          autoComplete="off"
          defaultValue={values.title ?? answer?.title}
          dir="auto"
          error={fields.title}
          label={words.name}
          maxLength={CANNED_TITLE.max}
          name="title"
          required
        />
        <Textarea
          defaultValue={values.text ?? answer?.texts[language]}
          dir="auto"
          error={fields.text && problemOf(place, values.text ?? "", fields.text)}
          hint={words.textHint}
          label={words.text}
          maxLength={CANNED_TEXT.complaint.max}
          name="text"
          rows={8}
        />
        <p className="muted small">
          {words.placeholdersAre}{" "}
          {CANNED_PLACES.map((one) => words.placeholders(words.places[one], PLACEHOLDERS[one])).join("; ")}
        </p>
        <div>
          <Button>{words.save}</Button>
        </div>
      </StaffForm>
      {answer && (
        <p>
          <a href={`${PAGE}#answer`}>{words.back}</a>
        </p>
      )}
    </section>
  );
}

function Others({ answer, language }: { answer: Answer; language: Language }) {
  return (
    <p className="small">
      {words.other}{" "}
      {LANGUAGES.filter((one) => one !== language).map((one, index) => (
        <span key={one}>
          {index > 0 && ", "}
          <a href={pageOf(answer.id, one)}>{nameOf(one)}</a>
        </span>
      ))}
    </p>
  );
}

/** The general words for a wrong format do not tell which format is right. */
function problemOf(place: CannedPlace, text: string, problem: string): string {
  const { min, max } = CANNED_TEXT[place];
  return text.length >= min && text.length <= max
    ? words.wrongPlaceholder
    : hasKnownPlaceholders(place, text)
      ? problem
      : words.wrongPlaceholder;
}
