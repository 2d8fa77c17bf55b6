import type { FieldCode } from "#worker/platform/errors.ts";
import { BUILT_IN } from "#worker/sites/domains/codes.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { AddedCode } from "./codes.store.ts";
import { normalCode } from "./codes.ts";

/** As it is typed, in a form or a command. Empty and missing are the same. */
export interface WantedCode {
  code: string;
  percent: string;
  until?: string | undefined;
  country?: string | undefined;
  account?: string | undefined;
  minimum?: string | undefined;
  currency?: string | undefined;
  /** With commas between. */
  methods?: string | undefined;
  validity?: string | undefined;
}

export interface CodeProblem {
  field: keyof WantedCode;
  code: FieldCode;
  message: string;
}

const VALIDITIES = ["once-per-user", "once", "unlimited"] as const;

/** The row of a new code of a domain, or the first problem. */
export function newCode(
  wanted: WantedCode,
  { id, settings }: Pick<DomainFile, "id" | "settings">,
  now: number,
): AddedCode | CodeProblem {
  const problem = (field: CodeProblem["field"], code: FieldCode, message: string): CodeProblem => ({ field, code, message });
  const said = (field: Exclude<keyof WantedCode, "code" | "percent">) => wanted[field]?.trim() || null;
  const code = normalCode(wanted.code);
  if (!/^[A-Z0-9_-]{3,40}$/.test(code))
    return problem("code", "invalid_format", "A code has 3 to 40 letters without accents, digits, hyphens or underscores.");
  if (BUILT_IN.some((one) => one === code)) return problem("code", "unknown_option", `${code} is built in.`);
  const percentage = Math.round(Number(wanted.percent) * 10);
  if (!/^\d{1,2}(\.\d)?$/.test(wanted.percent.trim()) || percentage < 1 || percentage > 990)
    return problem("percent", "out_of_range", "The percentage is 0.1 to 99, with one decimal at most.");
  const until = said("until");
  const expiresAt = until === null ? null : Date.parse(until);
  if (expiresAt !== null && (Number.isNaN(expiresAt) || expiresAt <= now))
    return problem("until", "invalid_date", "The end is no time in the future.");
  const { currencies, payment_methods: offered } = settings;
  const currency = said("currency");
  if (currency !== null && !Object.values(currencies).includes(currency))
    return problem("currency", "unknown_option", `${id} does not sell in ${currency}.`);
  const minimum = said("minimum");
  if (minimum !== null && !/^\d{1,9}$/.test(minimum))
    return problem("minimum", "invalid_format", "The smallest order needs whole units.");
  if (minimum !== null && currency === null) return problem("currency", "required", "The smallest order needs a currency.");
  const country = said("country");
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    return problem("country", "invalid_format", "A country has two capital letters (ISO 3166-1).");
  const methods = said("methods")?.split(/[\s,]+/) ?? null;
  const known = [...new Set(Object.values(offered).flat())];
  const unknown = methods?.find((one) => !known.includes(one));
  if (unknown !== undefined)
    return problem("methods", "unknown_option", `${id} does not take "${unknown}"; it takes ${known.join(", ") || "nothing"}.`);
  const validity = VALIDITIES.find((one) => one === (said("validity") ?? VALIDITIES[0]));
  if (!validity) return problem("validity", "unknown_option", `A code is valid ${VALIDITIES.join(", ")}.`);
  const minimumOrder = minimum === null ? null : Number(minimum);
  const rest = { country, accountId: said("account"), expiresAt, currency, minimumOrder, methods, validity };
  return { domainId: id, code, percentage, ...rest, createdAt: now };
}
