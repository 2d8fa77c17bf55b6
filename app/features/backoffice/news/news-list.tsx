import { languageName } from "#app/features/backoffice/notices/notice-languages.ts";
import { Table } from "#app/features/backoffice/staff/page.tsx";
import { siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./news.module.css";
import { NEWS_WORDS as words } from "./news-words.ts";

export type Found = Awaited<ReturnType<StaffBackend["siteMails"]>>;
type Mail = Found["mails"][number];

export function NewsList({ found: { mails, sites, more_waiting } }: { found: Found }) {
  if (mails.length === 0) return <p>{words.none}</p>;
  return (
    <Table head={words.head}>
      {mails.map((mail) => (
        <tr key={mail.id}>
          <th scope="row">{siteName(sites, mail.site, "")}</th>
          <td>
            {words.states[mail.status]} <Time at={mail.at} />
          </td>
          <td>{words.sent(mail.sent, mail.per_day)}</td>
          <td>{words.by(mail.by, mail.decided_by)}</td>
          <td>
            <Previews mail={mail} receivers={sites.find(({ id }) => id === mail.site)?.receivers ?? {}} />
          </td>
          <td>
            <Acts mail={mail} more={more_waiting} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Previews({ mail, receivers }: { mail: Mail; receivers: Found["sites"][number]["receivers"] }) {
  return mail.previews.map(({ language, subject, text }) => (
    <Disclosure key={language} summary={`${words.preview(languageName(language), receivers[language] ?? 0)}: ${subject}`}>
      <pre className={css.mail} lang={language}>
        {text}
      </pre>
    </Disclosure>
  ));
}

function Acts({ mail: { id, status, may, waiting }, more }: { mail: Mail; more: boolean }) {
  if (status === "sending" || (status === "sent" && (waiting > 0 || more)))
    return (
      <StaffForm call="stopSiteMail">
        <input name="id" type="hidden" value={id} />
        <Button variant="secondary">{words.stop}</Button>
      </StaffForm>
    );
  if (status !== "proposed") return null;
  return (
    <>
      {!may && <p className="muted">{words.notYou}</p>}
      <StaffForm call="decideSiteMail" className="cluster">
        <input name="id" type="hidden" value={id} />
        {may && (
          <Button name="decision" value="send">
            {words.send}
          </Button>
        )}
        <Button name="decision" value="refuse" variant="secondary">
          {may ? words.refuse : words.withdraw}
        </Button>
      </StaffForm>
    </>
  );
}
