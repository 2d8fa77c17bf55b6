import type { ReactNode } from "react";
import css from "./footer.module.css";

export type FooterLink = { href: string; label: string };
export type FooterProps = {
  /** Accessible name of the link lists. */
  label: string;
  columns: readonly { title: string; links: readonly FooterLink[] }[];
  company: { name: string; lines: readonly string[] };
  /** Age marks, payment marks and the like. */
  images?: ReactNode;
  /** The disclaimer, e.g. that some profiles are fictional. */
  note?: ReactNode;
};

export function Footer({ label, columns, company, images, note }: FooterProps) {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
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
        </address>
        {images && <div className={css.images}>{images}</div>}
        {note && <div className={css.note}>{note}</div>}
      </div>
    </footer>
  );
}
