import { Table } from "#app/features/backoffice/staff/page.tsx";
import { siteName } from "#app/features/backoffice/staff/site-select.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Language } from "#locales/languages.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { fallbackOf } from "#worker/sites/notices/notices.vocabulary.ts";
import { languageName, languagesOf } from "./notice-languages.ts";
import { NOTICE_WORDS as words } from "./notice-words.ts";

export type Notices = Awaited<ReturnType<StaffBackend["siteNotices"]>>;

export function NoticeList({ found: { notices, sites } }: { found: Notices }) {
  const nameOf = (id: string | null) => siteName(sites, id, words.all);
  if (notices.length === 0) return <p>{words.none}</p>;
  return (
    <Table head={words.head}>
      {notices.map((notice) => (
        <tr key={notice.id}>
          <th scope="row">
            {words.kinds[notice.kind]} <span className="muted">{words.states[notice.state]}</span>
          </th>
          <td>
            {nameOf(notice.site)}
            {notice.audience !== "everybody" && `, ${words.audiences[notice.audience]}`}
          </td>
          <td>
            <Time at={notice.from} /> {notice.until ? words.until : words.open} {notice.until && <Time at={notice.until} />}
          </td>
          <td>
            <NoticeTexts languages={languagesOf(sites, notice.site ?? "")} notice={notice} />
          </td>
          <td>{notice.by}</td>
          <td>
            {notice.entries.map(({ site, link }) => (
              <p key={site}>
                <a href={link} rel="noreferrer">
                  {words.enter(nameOf(site))}
                </a>
              </p>
            ))}
            {notice.state !== "over" && (
              <StaffForm call="endSiteNotice">
                <input name="id" type="hidden" value={notice.id} />
                <Button variant="secondary">{words.end(words.kinds[notice.kind])}</Button>
              </StaffForm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface TextsProps {
  notice: Notices["notices"][number];
  /** Of its readers. */
  languages: readonly Language[];
}

function NoticeTexts({ notice, languages }: TextsProps) {
  const { kind, texts, link } = notice;
  const written = Object.entries(texts);
  if (kind === "maintenance") return words.own(written.map(([language]) => language).join(", "));
  const fallback = fallbackOf(notice);
  const missing = languages.filter((language) => texts[language] === undefined);
  return (
    <>
      {written.map(([language, text]) => (
        <p key={language} lang={language}>
          {language}: {text}
        </p>
      ))}
      {fallback && missing.length > 0 && (
        <p className="muted">{words.fallback(missing.map(languageName), languageName(fallback))}</p>
      )}
      {link && <p className="muted">{link}</p>}
    </>
  );
}
