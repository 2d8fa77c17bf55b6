import { ButtonLink } from "./button.tsx";
import css from "./pagination.module.css";

export type PaginationProps = {
  label: string;
  position?: string;
  more?: { href: string; label: string } | null;
  first?: { href: string; label: string } | null;
};

/** Keyset pagination: next and first page, no page numbers. */
export function Pagination({ label, position, more, first }: PaginationProps) {
  if (!more && !first && !position) return null;
  return (
    <nav aria-label={label} className={css.pagination}>
      {position && <p className={css.position}>{position}</p>}
      {more && (
        <ButtonLink href={more.href} rel="next" size="l" variant="secondary">
          {more.label}
        </ButtonLink>
      )}
      {first && (
        <ButtonLink href={first.href} variant="quiet">
          {first.label}
        </ButtonLink>
      )}
    </nav>
  );
}
