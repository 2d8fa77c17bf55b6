import { withdrawalLabels } from "#app/features/billing/withdrawals/words.ts";
import { Fixed } from "#app/request/fixed.tsx";
import { currentPath } from "#app/request/path.ts";
import { regionName } from "#worker/platform/region-name.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { companyFor } from "#worker/sites/domains/companies.vocabulary.ts";
import type { Feature } from "#worker/sites/domains/features.vocabulary.ts";
import { sellsToEurope } from "#worker/sites/domains/withdrawal.vocabulary.ts";
import { FoldedFooter, Footer, type FooterProps } from "./footer.tsx";

const HELP = ["faq", "service", "pricing", "complaints"] as const;
const LEGAL = ["terms", "privacy", "cookies", "return-policy", "withdraw", "ban", "imprint", "accessibility"] as const;
/** Pages about payment: always reachable, linked only with the feature. */
const OF_BUYING: Readonly<Record<string, Feature>> = { pricing: "payments", "return-policy": "refunds" };
/** The law asks for this link where a site sells to Europe. */
const WITHDRAW = "withdraw";

/** Footer with the company for the visitor's country. For members it is folded; the withdrawal function stays in sight. */
export async function PageFooter() {
  const { language, user } = edge();
  const terms = await edge().terms();
  const shown: Shown = {
    company: companyFor(terms.settings, terms.country),
    folded: (await user()) !== null && currentPath() !== "/",
    us: language === "en" && terms.country === "US",
    withdraw: (await withdrawalLabels()).here,
  };
  return (
    <Fixed id="footer" of={shown}>
      <FooterOf {...shown} />
    </Fixed>
  );
}

type Shown = { company: ReturnType<typeof companyFor>; folded: boolean; us: boolean; withdraw: string };

function FooterOf({ company, folded, us, withdraw }: Shown) {
  const { t, domain, settings, language } = edge();
  const lines = [company.address, `${company.city}, ${regionName(language, company.country)}`];
  if (company.kvk) lines.push(t("footer.registration", { number: company.kvk }));
  if (company.vat_numbers.length > 0) lines.push(t("footer.vat", { number: company.vat_numbers.join(", ") }));
  const europe = sellsToEurope(settings);
  const linked = (page: string) => {
    const needed = OF_BUYING[page];
    return page === WITHDRAW ? europe : !needed || domain.features[needed];
  };
  const link = (page: (typeof HELP | typeof LEGAL)[number]) => ({
    href: `/${page}`,
    label: page === WITHDRAW ? withdraw : t(`footer.pages.${page}`),
  });
  const columns: FooterProps["columns"] = [
    { title: t("footer.help"), links: HELP.filter(linked).map(link) },
    { title: t("footer.legal"), links: LEGAL.filter(linked).map(link) },
  ];
  const props: FooterProps = {
    age: { mark: `${settings.min_age}+`, text: t("footer.age", { age: settings.min_age }) },
    columns,
    company: { name: company.name, lines, mail: settings.support_email, phone: settings.support_phone },
    label: t("footer.links"),
    note: settings.fictional_profiles ? t("footer.fictional") : undefined,
    us: us ? { text: t("footer.us.text", { company: company.name }), href: "/privacy", label: t("footer.us.link") } : undefined,
  };
  if (!folded) return <Footer {...props} />;
  return (
    <FoldedFooter {...props} always={europe ? link(WITHDRAW) : linked("return-policy") ? link("return-policy") : undefined} />
  );
}
