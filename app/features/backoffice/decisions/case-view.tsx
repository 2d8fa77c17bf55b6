import { promptName } from "#app/features/backoffice/staff/prompts.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { contract } from "#worker/backoffice/decisions/cases.contract.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./case.module.css";

type Case = Awaited<ReturnType<StaffBackend["reportCases"]>>["cases"][number];

/** A report: who, what, and the messages once they are asked for. */
export function CaseView({ found, page }: { found: Case; page: string }) {
  const words = WORDS.report;
  const { name, fictional, kind, reason, text } = found;
  return (
    <div className={css.case}>
      <div>
        <h2>{words.what(words.kinds[kind], name)}</h2>
        <p>
          <strong>{words.reasons[reason]}</strong> {fictional && words.fictional}
        </p>
      </div>
      {text && (
        <div>
          <p className="muted small">{words.said}</p>
          <blockquote className={css.quote} dir="auto">
            {text}
          </blockquote>
        </div>
      )}
      <Pictures {...found} />
      <Recordings {...found} />
      <Words words={found.words} />
      <CaseMessages found={found} page={page} />
    </div>
  );
}

export function Words({ words }: { words: { of: string; text: string }[] }) {
  if (words.length === 0) return null;
  return (
    <dl className={css.words}>
      {words.map(({ of, text }) => (
        <div key={of}>
          <dt className="muted small">{nameOf(of)}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Label of a profile part or a gift. */
function nameOf(of: string): string {
  if (of === "about" || of === "identity") return WORDS.report[of];
  return promptName(of) ?? WORDS.report.note(of);
}

type Shown = Pick<Case, "item" | "name" | "pictures" | "call_pictures">;

/** Photos that a decision may remove, and apart from them what the reporter saw. */
export function Pictures({ item, name, pictures, call_pictures: seen }: Shown) {
  const words = WORDS.report;
  return (
    <>
      <PictureList count={pictures} from={0} item={item} label={WORDS.photo.label(name)} />
      {seen > 0 && (
        <div>
          <h3>{words.seen}</h3>
          <p className="muted small">{words.seenWhat}</p>
          <PictureList count={seen} from={pictures} item={item} label={words.seenOf(name)} />
        </div>
      )}
    </>
  );
}

function PictureList({ item, from, count, label }: { item: string; from: number; count: number; label: string }) {
  if (count === 0) return null;
  return (
    <ul className={cx("plain", css.pictures)}>
      {Array.from({ length: count }, (_, place) => `${contract.casePicture.path}?item=${item}&picture=${from + place}`).map(
        (src) => (
          <li key={src}>
            <a href={src}>
              <img alt={label} height={240} loading="lazy" src={src} />
            </a>
          </li>
        ),
      )}
    </ul>
  );
}

/** What is reported and spoken. Asking for it leaves a row, so nothing is loaded before the press. */
export function Recordings({ item, name, pictures, call_pictures: seen, voices }: Shown & Pick<Case, "voices">) {
  const all = voices.map((length, place) => ({
    length,
    src: `${contract.casePicture.path}?item=${item}&picture=${pictures + seen + place}`,
  }));
  return all.map(({ length, src }) => (
    <Recording key={src} label={WORDS.report.recording(name, Math.ceil(length / 1000))} src={src} />
  ));
}

export function Recording({ label, src }: { label: string; src: string }) {
  // biome-ignore lint/a11y/useMediaCaption: what is said stands beside it where its speaker has written it.
  return <audio aria-label={label} controls preload="none" src={src} />;
}

function CaseMessages({ found: { item, messages, message_count: count, seq }, page }: { found: Case; page: string }) {
  const words = WORDS.report;
  if (count === 0) return null;
  if (messages === null)
    return (
      <StaffForm call="readMessages" then={page}>
        <input name="item" type="hidden" value={item} />
        <p>{words.private(count)}</p>
        <Button variant="secondary">{words.read}</Button>
      </StaffForm>
    );
  return (
    <ol className={css.messages}>
      {messages.map((one) => (
        <li className={cx(one.own && css.theirs)} key={one.seq}>
          <small className="muted">
            {one.own ? words.theirs : words.reporters} <Time at={one.at} />
          </small>
          {one.seq === seq ? <mark dir="auto">{one.text || one.type}</mark> : <span dir="auto">{one.text || one.type}</span>}
        </li>
      ))}
    </ol>
  );
}
