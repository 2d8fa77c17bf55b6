import { Table } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { Button } from "#app/ui/button.tsx";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { NOTICE_WORDS as words } from "./notice-words.ts";

export type Notices = Awaited<ReturnType<StaffBackend["siteNotices"]>>;

export function NoticeList({ found: { notices, sites } }: { found: Notices }) {
  const nameOf = (id: string) => sites.find((site) => site.id === id)?.name ?? id;
  if (notices.length === 0) return <p>{words.none}</p>;
  return (
    <Table head={words.head}>
      {notices.map((notice) => (
        <tr key={notice.id}>
          <th scope="row">
            {words.kinds[notice.kind]} <span className="muted">{words.states[notice.state]}</span>
          </th>
          <td>
            {notice.site === null ? words.all : nameOf(notice.site)}
            {notice.audience !== "everybody" && `, ${words.audiences[notice.audience]}`}
          </td>
          <td>
            <Time at={notice.from} /> {notice.until ? words.until : words.open} {notice.until && <Time at={notice.until} />}
          </td>
          <td>
            <NoticeTexts notice={notice} />
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

function NoticeTexts({ notice: { kind, texts, link } }: { notice: Notices["notices"][number] }) {
  const written = Object.entries(texts);
  if (kind === "maintenance") return words.own(written.map(([language]) => language).join(", "));
  return (
    <>
      {written.map(([language, text]) => (
        <p key={language} lang={language}>
          {language}: {text}
        </p>
      ))}
      {link && <p className="muted">{link}</p>}
    </>
  );
}
