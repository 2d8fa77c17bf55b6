import { SECTIONS, type Section } from "#worker/backoffice/sites/sections.vocabulary.ts";
import css from "./sites.module.css";
import { SITE_WORDS as words } from "./words.ts";

/** Links to the parts of a site. `here` is null for the versions. */
export function SiteParts({ id, here }: { id: string; here: Section | "pictures" | "codes" | null }) {
  const parts = [
    { part: null, label: words.versions },
    ...SECTIONS.map((part) => ({ part, label: words.sections[part] })),
    { part: "pictures" as const, label: words.pictures.nav },
    { part: "codes" as const, label: words.codes.nav },
  ];
  return (
    <nav aria-label={words.nav} className={css.nav}>
      <ul className="plain">
        {parts.map(({ part, label }) => (
          <li key={label}>
            <a aria-current={part === here ? "page" : undefined} href={`/staff/sites/${id}${part ? `/${part}` : ""}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
