import type { ReactNode } from "react";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { contract } from "#worker/backoffice/support/support.contract.ts";
import css from "./person.module.css";

export function faceUrl(photo: string | null): string | null {
  return photo && `${contract.memberPhoto.path}?${new URLSearchParams({ photo, size: "card" })}`;
}

interface Props {
  name: string;
  /** As written beside the face; default: the name. */
  who?: string;
  site: string;
  /** Id of a public photo. */
  face: string | null;
  /** Id of the member, whose file a link opens. */
  member: string | null;
  facts: [label: string, value: ReactNode][];
  children?: ReactNode;
}

export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The member that an item is about, and what is known for the decision. */
export function Person({ name, who = name, site, face, member, facts, children }: Props) {
  return (
    <div className={css.person}>
      <div className={css.who}>
        <Avatar name={name} size="l" src={faceUrl(face)} />
        <p>
          <strong>
            <bdi>{who}</bdi>
          </strong>
          <br />
          <span className="muted small">{site}</span>
        </p>
      </div>
      <Facts facts={facts} />
      {children}
      {member && (
        <a className={css.file} href={`/staff/members/${member}`}>
          {WORDS.queue.file}
        </a>
      )}
    </div>
  );
}
