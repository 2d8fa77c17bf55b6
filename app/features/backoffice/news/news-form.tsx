import { languageName } from "#app/features/backoffice/notices/notice-languages.ts";
import { AddForm } from "#app/features/backoffice/staff/add-form.tsx";
import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Input } from "#app/ui/input.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { Language } from "#locales/languages.ts";
import { NEWS_PER_DAY, NEWS_SUBJECT_MAX, NEWS_TEXT_MAX } from "#worker/backoffice/news/site-mails.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { Found } from "./news-list.tsx";
import { NEWS_WORDS as words } from "./news-words.ts";

type Sent = Pick<FormState, "values" | "fields">;

/** A subject and a text for each language of the site, those with most readers first. */
export function NewsForm({ site: { id, name, languages, receivers } }: { site: Found["sites"][number] }) {
  const sent = staffForm("addSiteMail");
  const { values, fields } = sent;
  const count = (language: Language) => receivers[language] ?? 0;
  const [first, ...others] = languages.toSorted((a, b) => count(b) - count(a) || Number(b === "en") - Number(a === "en"));
  const isOpen = others.some((language) =>
    [`subject_${language}`, `text_${language}`].some((name) => Boolean(values[name] || fields[name])),
  );
  return (
    <AddForm
      call="addSiteMail"
      page="/staff/news"
      submit={words.submit}
      text={words.receivers(languages.reduce((sum, language) => sum + count(language), 0))}
      title={words.add(name)}
    >
      <input name="site" type="hidden" value={id} />
      {first && <Texts count={count(first)} language={first} sent={sent} />}
      {others.length > 0 && (
        <Disclosure open={isOpen} summary={words.others(others.map((one) => words.language(languageName(one), count(one))))}>
          <p className="muted">{words.othersHint}</p>
          {others.map((language) => (
            <Texts count={count(language)} key={language} language={language} sent={sent} />
          ))}
        </Disclosure>
      )}
      <Input
        autoComplete="off"
        defaultValue={values.per_day ?? String(NEWS_PER_DAY)}
        error={fields.per_day}
        hint={words.perDayHint}
        inputMode="numeric"
        label={words.perDay}
        name="per_day"
        required
      />
    </AddForm>
  );
}

function Texts({ language, count, sent: { values, fields } }: { language: Language; count: number; sent: Sent }) {
  const name = words.language(languageName(language), count);
  const [subject, text] = [`subject_${language}`, `text_${language}`];
  return (
    <>
      <Input
        autoComplete="off"
        defaultValue={values[subject]}
        error={fields[subject]}
        label={words.subject(name)}
        lang={language}
        maxLength={NEWS_SUBJECT_MAX}
        name={subject}
      />
      <Textarea
        defaultValue={values[text]}
        error={fields[text]}
        hint={words.textHint}
        label={words.text(name)}
        lang={language}
        maxLength={NEWS_TEXT_MAX}
        name={text}
        rows={6}
      />
    </>
  );
}
