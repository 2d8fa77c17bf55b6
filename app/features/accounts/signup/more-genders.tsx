import { Disclosure } from "#app/ui/disclosure.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { moreGenders } from "#worker/sites/domains/genders.vocabulary.ts";

/** Where the site offers more than woman and man, and how it is said. Opens without a script. */
export function MoreGenders() {
  const { t, settings, language } = edge();
  const offered = moreGenders(settings);
  if (offered.length === 0) return null;
  const genders = new Intl.ListFormat(language, { type: "unit", style: "short" }).format(
    offered.map((code) => t(`members.attributes.identity.${code}`)),
  );
  return (
    <Disclosure summary={t("signup.i_am.more")}>
      <p className="muted">{t("signup.i_am.moreText", { genders })}</p>
    </Disclosure>
  );
}
