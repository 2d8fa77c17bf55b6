import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { inParallel, type Member } from "./members.ts";
import { type Answer, outcomeOf, type Product } from "./product.ts";

const HOLDER = { holder: "Anna Berg", street: "Herengracht 1", postcode: "1015 BA", city: "Amsterdam", country: "NL" };

/** Another address for each `n`. */
export const networkAt = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** A Dutch mobile number in a block of its own. */
export const ownNumber = (n: number): string => `+316${20_000_000 + 10_000 * n}`;

export const withSmsPerDay = (files: DomainFile[], most: number): DomainFile[] =>
  files.map((file) => ({ ...file, sms_per_day: most }));

interface Start {
  iban: string;
  mobile: string;
  network: string;
  of?: string;
}

/** The first step of a direct debit, which sends the code. */
export function startDebit(product: Product, { session }: Member, { network, of = "c25", ...typed }: Start): Promise<Answer> {
  const body = { step: "start", package: of, ...HOLDER, ...typed };
  return product.ask("/api/directdebit.php", { session, body, headers: { "cf-connecting-ip": network } });
}

export interface Begun extends Start {
  member: Member;
}

/** Begins a mandate for each and types its code; the ids, or why there is none. */
export async function verifyDebits(product: Product, list: Begun[]): Promise<{ mandate: string | null; outcome: string }[]> {
  const started = await inParallel(list, 8, ({ member, ...typed }) => startDebit(product, member, typed));
  const codes = new Map((await product.sms()).map(({ to, text }) => [to, /\d{6}/.exec(text)?.[0]]));
  return inParallel(started, 8, async (answer, index) => {
    const { member, mobile } = list[index] as Begun;
    const mandate: string | null = answer.json?.mandate?.id ?? null;
    if (mandate === null) return { mandate, outcome: outcomeOf(answer) };
    const body = { step: "verify", mandate, code: codes.get(mobile) };
    const verified = await product.ask("/api/directdebit.php", { session: member.session, body });
    return { mandate: verified.status === 201 ? mandate : null, outcome: outcomeOf(verified) };
  });
}

export const signDebit = (product: Product, { session }: Member, mandate: string): Promise<Answer> =>
  product.ask("/api/directdebit.php", { session, body: { step: "sign", mandate, authorise: true } });
