import { StaffForm } from "#app/features/staff/staff-form.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { contract } from "#worker/decisions/cases.contract.ts";
import type { StaffBackend } from "#worker/staff/calls.ts";

type Case = Awaited<ReturnType<StaffBackend["reportCases"]>>["cases"][number];

/** A report: who, what, and the messages once they are asked for. */
export function CaseView({ found, due, page }: { found: Case; due: string; page: string }) {
  const words = WORDS.report;
  const { name, site, fictional, kind, reason, text, reference, reports, acted, strikes } = found;
  return (
    <>
      <p>
        <strong>{words.what(words.kinds[kind], name, site)}</strong> {fictional && words.fictional}
        <br />
        {words.reason(words.reasons[reason], reference)}
        <br />
        {words.history(reports, acted, strikes)}
        <br />
        {words.due(due.slice(0, 16).replace("T", " "))}
      </p>
      {text && (
        <blockquote dir="auto">
          {words.said} {text}
        </blockquote>
      )}
      <Words words={found.words} />
      <CaseMessages found={found} page={page} />
    </>
  );
}

export function Words({ words }: { words: { of: string; text: string }[] }) {
  return words.map(({ of, text }) => (
    <p dir="auto" key={of}>
      <em>{of}:</em> {text}
    </p>
  ));
}

function CaseMessages({ found: { item, messages, message_count: count, seq }, page }: { found: Case; page: string }) {
  const words = WORDS.report;
  if (count === 0) return null;
  if (messages === null)
    return (
      <StaffForm path={contract.readMessages.path} then={page}>
        <input name="item" type="hidden" value={item} />
        <p>{words.private(count)}</p>
        <Button size="s" variant="secondary">
          {words.read}
        </Button>
      </StaffForm>
    );
  return (
    <ol>
      {messages.map((one) => (
        <li key={one.seq}>
          {one.own ? words.theirs : words.reporters}{" "}
          {one.seq === seq ? <mark dir="auto">{one.text}</mark> : <span dir="auto">{one.text}</span>}{" "}
          <small>{`${one.type}, ${one.at.slice(0, 16).replace("T", " ")}`}</small>
        </li>
      ))}
    </ol>
  );
}
