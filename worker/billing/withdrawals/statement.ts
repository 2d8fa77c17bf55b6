import type { WithdrawnOrder } from "#db/schema/withdrawals.ts";
import { TOP_LEVEL } from "#worker/people/identity/contact.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import type { Input } from "#worker/platform/call.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import { cleanLine, lengthProblem } from "#worker/platform/text.ts";
import type { contract } from "./withdrawals.contract.ts";
import { WITHDRAWAL_CONTRACT, WITHDRAWAL_NAME } from "./withdrawals.vocabulary.ts";

/** The receipt repeats name and contract to an unverified address: a URL in them would be spam. */
const LINKED = new RegExp(String.raw`://|www\.|[\p{L}\p{Nd}-]{2}\.(?:${TOP_LEVEL})(?![\p{L}\p{Nd}])`, "iu");
const NUMBER = /^[\p{L}\p{Nd} #.-]{1,60}$/u;

export interface Statement {
  name: string;
  contract: string;
  email: string;
  /** Null for a visitor: which purchases are meant is looked up later. */
  orders: WithdrawnOrder[] | null;
}

/** What may be an order number in a consumer's words ("order abc123", "#abc123"). */
export function numbersIn(text: string): string[] {
  const typed = text.toLowerCase();
  const words = [typed, ...typed.split(/[\s#]+/), ...typed.split(/[^0-9a-z-]+/), typed.replaceAll(/[^0-9a-z]/g, "")];
  return [...new Set(words)].filter((word) => word !== "");
}

/** What may be the number of a receipt among these words. Such numbers follow each other, so anybody can guess one. */
export function receiptNumbers(words: string[]): number[] {
  return words.filter((word) => /^[1-9]\d{0,8}$/.test(word)).map(Number);
}

/** The number of a receipt that staff name: alone, or after the word. A day or a year in other words is none. */
export function receiptNamed(text: string): number[] {
  const [, number] = /^(?:receipt\b)?\s*(?:no\b\.?|number\b)?\s*[#:]?\s*([1-9]\d{0,8})$/i.exec(text.trim()) ?? [];
  return number ? [Number(number)] : [];
}

/** A visitor's statement. @throws invalid */
export function checkStatement(input: Input<typeof contract.withdraw>): Statement {
  const name = cleanLine(input.name ?? "");
  const typed = cleanLine(input.contract ?? "");
  const address = cleanLine(input.email ?? "");
  const email = parseEmail(address);
  const isNumber = NUMBER.test(typed) && !LINKED.test(typed);
  const problems: (FieldError | null)[] = [
    name === "" ? { field: "name", code: "required" } : lengthProblem("name", name, WITHDRAWAL_NAME),
    LINKED.test(name) || name.includes("@") ? { field: "name", code: "invalid_format" } : null,
    typed === "" ? { field: "contract", code: "required" } : lengthProblem("contract", typed, WITHDRAWAL_CONTRACT),
    typed !== "" && !isNumber && !parseEmail(typed) ? { field: "contract", code: "invalid_format" } : null,
    address === "" ? { field: "email", code: "required" } : email ? null : { field: "email", code: "invalid_email" },
  ];
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0 || !email) throw invalid(...found);
  return { name, contract: typed, email, orders: null };
}
