import type { Translate } from "#locales/index.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { OwnTexts } from "#worker/sites/legal/legal.vocabulary.ts";
import { companyFor } from "./companies.vocabulary.ts";
import { type Domain, fileIdOf } from "./domain-file.ts";
import type { contract, PublicSettings, Region } from "./domains.contract.ts";
import type { Settings } from "./settings.vocabulary.ts";

interface Deps {
  regionsOf(country: string): Region[];
  languageOf(settings: Settings): Output<typeof contract.settings>["domain_language"];
}

/** The part of a request's context that a domain's answers need. */
interface Visit {
  domain: Domain;
  /** Domain of the account; the page's domain for visitors. */
  home: Domain;
  /** ISO 3166-1 alpha-2 of the request. */
  country: string;
  t: Translate;
  viewer: { profile: { country: string } } | null;
}

/** All of it is public. */
export function createDomains({ regionsOf, languageOf }: Deps) {
  return {
    settings(ctx: Visit): Output<typeof contract.settings> {
      return { settings: publicSettings(ctx, companyOf(ctx)), domain_language: languageOf(ctx.domain.settings) };
    },

    companyinfo(ctx: Visit): Output<typeof contract.companyinfo> {
      const { support_email, support_phone } = ctx.domain.settings;
      return { ...companyOf(ctx), support_email, support_phone };
    },

    /** @throws not_found */
    regions(ctx: Visit, input: Input<typeof contract.regions>): Output<typeof contract.regions> {
      const { settings } = ctx.domain;
      const country =
        input.country ?? (settings.countries.includes(ctx.country) ? ctx.country : (settings.countries[0] as string));
      if (!settings.countries.includes(country)) throw new AppError("not_found");
      return { country, regions: settings.region_data === "yes" ? regionsOf(country) : [] };
    },

    interests(ctx: Visit): Output<typeof contract.interests> {
      return {
        interests: ctx.domain.settings.interests.map((code) => ({ code, name: ctx.t(`members.attributes.interests.${code}`) })),
      };
    },
  };
}

/** A member's terms follow the account's domain and country, not the request's. */
export function termsOf({ domain, home, country, viewer }: Omit<Visit, "t">): Terms {
  return viewer ? termsIn(home, viewer.profile.country) : termsIn(domain, country);
}

/** Decides currency, methods, seller and tax alike. */
export const countryOfSale = (ctx: Parameters<typeof termsOf>[0]) => termsOf(ctx).country;

export function termsIn(domain: Pick<Domain, "id" | "settings" | "assets">, country: string): Terms {
  return { domain: fileIdOf(domain), settings: domain.settings, texts: domain.assets.legal, country };
}

export interface Terms {
  /** Id of the domain file. */
  domain: string;
  settings: Settings;
  /** Legal texts of its own. */
  texts: OwnTexts | undefined;
  /** ISO 3166-1 alpha-2; empty for an account without a country. */
  country: string;
}

function companyOf(ctx: Visit) {
  const { settings, country } = termsOf(ctx);
  return companyFor(settings, country);
}

/** The domain's `geoip_country` is only the fallback for the visitor's country. */
function publicSettings({ domain, country }: Visit, company: PublicSettings["company"]): PublicSettings {
  const { companies: _, ...open } = domain.settings;
  return { ...open, geoip_country: country, company, features: domain.features };
}
