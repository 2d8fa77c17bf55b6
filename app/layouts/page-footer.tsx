import { edge } from "#worker/edge/edge.ts";
import { companyFor } from "#worker/domains/domains.ts";
import { Footer } from "./footer.tsx";

/** The footer with the company that runs the domain for the visitor's country. */
export function PageFooter() {
  const { t, settings, country, language } = edge();
  const company = companyFor(settings, country);
  const place = new Intl.DisplayNames(language, { type: "region" }).of(company.country) ?? company.country;
  const lines = [company.address, `${company.city}, ${place}`];
  if (company.kvk) lines.push(t("footer.registration", { number: company.kvk }));
  if (company.vat_numbers.length > 0) lines.push(t("footer.vat", { number: company.vat_numbers.join(", ") }));
  const phone = settings.support_phone;
  const help = [{ href: `mailto:${settings.support_email}`, label: settings.support_email }];
  if (phone) help.push({ href: `tel:${phone.replaceAll(/[-\s]/g, "")}`, label: phone });
  return (
    <Footer
      columns={[{ title: t("footer.help"), links: help }]}
      company={{ name: company.name, lines }}
      label={t("footer.links")}
      note={settings.fictional_profiles ? t("footer.fictional") : t("footer.adults")}
    />
  );
}
