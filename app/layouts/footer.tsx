import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import css from "./footer.module.css";

type FooterLink = { href: string; label: string };
export type FooterProps = {
  label: string;
  columns: readonly { title: string; links: readonly FooterLink[] }[];
  company: { name: string; lines: readonly string[]; mail: string; phone?: string };
  age: { mark: string; text: string };
  note?: ReactNode;
  /** Notice required for visitors from the United States. */
  us?: { text: string; href: string; label: string };
};

/** The installed app (`display-mode: standalone`) shows only links and the disclaimer. */
export function Footer(props: FooterProps) {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <Contents {...props} />
      </div>
    </footer>
  );
}

/** One line that unfolds to the same; `always` is a link beside it. */
export function FoldedFooter({ always, ...props }: FooterProps & { always?: FooterLink }) {
  return (
    <footer className={cx(css.footer, css.folded)}>
      <details className={css.fold}>
        <summary className={css.summary}>
          {props.label}
          <Icon name="chevron-down" size="s" />
        </summary>
        <div className={css.inner}>
          <Contents {...props} />
        </div>
      </details>
      {always && (
        <a className={css.always} href={always.href}>
          {always.label}
        </a>
      )}
    </footer>
  );
}

function Contents({ label, columns, company, age, note, us }: FooterProps) {
  return (
    <>
      <nav aria-label={label} className={css.columns}>
        {columns.map((column) => (
          <div className={css.column} key={column.title}>
            <h2 className={css.title}>{column.title}</h2>
            <ul className={css.links}>
              {column.links.map((link) => (
                <li key={link.href}>
                  <a href={link.href}>{link.label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <address className={css.company}>
        <strong>{company.name}</strong>
        {company.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={`mailto:${company.mail}`}>{company.mail}</a>
        {company.phone && <a href={`tel:${company.phone.replaceAll(/[-\s]/g, "")}`}>{company.phone}</a>}
      </address>
      <div className={css.images}>
        <svg aria-hidden="true" className={css.age} viewBox="0 0 48 48">
          <circle cx="24" cy="24" r="21.5" />
          <text dy="0.36em" textAnchor="middle" x="24" y="24">
            {age.mark}
          </text>
        </svg>
        <p>{age.text}</p>
      </div>
      {us && (
        <p className={css.us}>
          {us.text} <a href={us.href}>{us.label}</a>
        </p>
      )}
      {note && <p className={css.note}>{note}</p>}
    </>
  );
}
