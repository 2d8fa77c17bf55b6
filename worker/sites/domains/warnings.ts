import { ageWarning } from "./age-problems.ts";
import type { DomainFile } from "./domain-file.ts";
import type { Path } from "./json-source.ts";
import { isPaidIn } from "./methods.vocabulary.ts";
import { taxOf } from "./prices.ts";
import { isLocal } from "./read-domains.ts";
import { EEA, WITHDRAWAL_DAYS } from "./withdrawal.vocabulary.ts";

interface Warning {
  /** In the file. */
  path: Path;
  message: string;
}

const WITHDRAWAL = new Set([...EEA, "GB"]);

/** What a file may say and its operator hardly means. Nothing is refused for it. */
export function warningsOf(file: DomainFile): Warning[] {
  const { settings, api } = file;
  const age = ageWarning(settings);
  const sells = api.mode === "local" && Object.keys(settings.packages).length > 0;
  return [
    ...(age ? [{ path: ["settings", "age_proof"], message: age }] : []),
    ...ofSender(file),
    ...(sells ? [...ofShop(file), ...ofTax(file), ...ofMethods(file), ...ofPackages(file)] : []),
    ...ofFictional(file),
  ];
}

function ofShop(file: DomainFile): Warning[] {
  const { payment_provider: provider, refund_days: days, countries } = file.settings;
  const found: Warning[] = [];
  if (!provider && !isLocal(file))
    found.push({
      path: ["settings", "payment_provider"],
      message: "is null, so a deployed site sells nothing, although it has packages",
    });
  const lawful = countries.filter((country) => WITHDRAWAL.has(country));
  if (days < WITHDRAWAL_DAYS && lawful.length > 0)
    found.push({
      path: ["settings", "refund_days"],
      message: `is ${days}; buyers in ${lawful.join(", ")} have ${WITHDRAWAL_DAYS} days by law`,
    });
  return found;
}

function ofTax({ settings }: DomainFile): Warning[] {
  const unnamed = settings.countries.filter((country) => !(country in settings.tax_rates) && !("*" in settings.tax_rates));
  const untaxed = settings.countries.filter((country) => EEA.has(country) && taxOf(settings, country, 100).rate === 0);
  const all = [...new Set([...unnamed, ...untaxed])];
  const message = `has no rate for ${all.join(", ")}: receipts there say 0% tax`;
  return all.length > 0 ? [{ path: ["settings", "tax_rates"], message }] : [];
}

function ofMethods({ settings }: DomainFile): Warning[] {
  return Object.entries(settings.payment_methods).flatMap(([country, methods]) =>
    methods.flatMap((method, index) =>
      country === "*" || isPaidIn(method, country)
        ? []
        : [
            {
              path: ["settings", "payment_methods", country, index],
              message: `is not used in ${country}: buyers there cannot pay`,
            },
          ],
    ),
  );
}

/** Who buys more pays less a credit. */
function ofPackages({ settings }: DomainFile): Warning[] {
  return Object.entries(settings.packages).flatMap(([currency, list]) => {
    const bySize = [...list].sort((one, other) => one.credits - other.credits);
    return bySize.slice(1).flatMap((larger, index) => {
      const smaller = bySize[index] as (typeof bySize)[number];
      const message = `a credit costs more in ${larger.id} than in ${smaller.id}`;
      const isDearer = larger.amount * smaller.credits > smaller.amount * larger.credits;
      return isDearer ? [{ path: ["settings", "packages", currency], message }] : [];
    });
  });
}

function ofFictional({ settings }: DomainFile): Warning[] {
  const { fictional_profiles: has, fictional_icon: icon, fictional_warning: warning, fictional_desk: desk } = settings;
  const bare = "is false, and fictional_icon too: fictional profiles have the label alone, with nothing that explains it";
  const explain = "is false: who writes to a profile of the desk should read what it is, as consumer law asks";
  const found = (path: string, message: string) => ({ path: ["settings", path], message });
  return [
    ...(has && !icon && !warning ? [found("fictional_warning", bare)] : []),
    ...(has && desk && !warning && icon ? [found("fictional_warning", explain)] : []),
    ...(desk && !has ? [found("fictional_desk", "has nothing to answer: fictional_profiles is false")] : []),
  ];
}

/** Mail services take a sender's domain only from its owner. */
function ofSender(file: DomainFile): Warning[] {
  if (isLocal(file)) return [];
  const sender = file.settings.support_email.split("@")[1]?.toLowerCase() ?? "";
  const isOwn = file.hosts.some((host) => host === sender || host.endsWith(`.${sender}`) || sender.endsWith(`.${host}`));
  const message = `mails leave from no-reply@${sender}, and no host of the site is of that domain: receivers take them for forged`;
  return isOwn ? [] : [{ path: ["settings", "support_email"], message }];
}
