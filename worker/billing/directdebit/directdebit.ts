import { type Mobile, readMobile } from "#worker/billing/directdebit/mobile.ts";
import { excluded } from "#worker/billing/payments/order-refusal.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { addresseeOf } from "#worker/people/identity/viewer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { sixDigits, typedCode, typedLine } from "#worker/platform/typed.ts";
import { companyFor } from "#worker/sites/domains/companies.vocabulary.ts";
import { countryProblem } from "#worker/sites/domains/countries.ts";
import type { Package } from "#worker/sites/domains/prices.vocabulary.ts";
import { NOTICE, refuseBlocked, refuseStanding, WINDOW } from "./debit-limit.ts";
import type { contract, Mandate } from "./directdebit.contract.ts";
import type { DirectDebitStore, MandateRow } from "./directdebit.store.ts";
import { cleanIban, ibanProblem } from "./iban.ts";
import type { IbanEncryption } from "./iban-encryption.ts";
import { debitCountries } from "./offer.ts";
import type { Sms } from "./sms.ts";
import type { SmsLimit } from "./sms-limit.ts";

const CODE_LIFE = 10 * MINUTE;
/** In ms, from the right code: an old permission to debit is no basis for a new debit. */
const SIGN_WITHIN = DAY;
const TRIES = 5;
const SHOWN = 3;
const VISIBLE = /[\p{L}\p{N}]/u;

type Steps = Input<typeof contract.directdebit>;
type Step<S extends Steps["step"]> = Extract<Steps, { step: S }>;
type Answer = Output<typeof contract.directdebit>;

export interface DebitOrder {
  package: string;
  discountcode: string | null;
  holder: string;
  iban: string;
  ibanPrint: string;
  reference: string;
  expected: number | undefined;
}

interface Deps {
  store: DirectDebitStore;
  encryption: IbanEncryption;
  /** Null where no SMS can be sent: nothing is offered then. */
  sms: Sms | null;
  mails: Pick<Mails, "directDebit" | "dispatch">;
  keyedHash(text: string): Promise<string>;
  /** End in ms of the self-exclusion of a bank account, for every member. */
  ibanExcludedUntil(pool: string, hash: string, now: number): Promise<number | null>;
  /** A bank account that a ban shut out. */
  noteBannedPrint(memberId: string, now: number): Promise<void>;
  /** Null where the domain sells nothing by direct debit in euros. */
  offerOf(ctx: MemberContext, packageId: string): Package | null;
  /** Idempotent for an equal open order. @throws the codes of `startPayment` */
  startOrder(ctx: MemberContext, order: DebitOrder): Promise<{ payment: string; amount: number; redirect: string | null }>;
  /** Makes nothing. @throws the codes of `startPayment` */
  admitOrder(ctx: MemberContext, order: Pick<DebitOrder, "package" | "discountcode">): Promise<void>;
  smsLimit: SmsLimit;
}

export function createDirectDebit(deps: Deps) {
  const { store, encryption, sms, smsLimit, mails, keyedHash, ibanExcludedUntil, noteBannedPrint } = deps;
  const { offerOf, startOrder, admitOrder } = deps;

  return {
    /** @throws the codes of the contract */
    async directdebit(ctx: MemberContext, input: Steps): Promise<Answer> {
      switch (input.step) {
        case "start":
          return start(ctx, input);
        case "code":
          return newCode(ctx, input);
        case "verify":
          return verify(ctx, input);
        case "sign":
          return sign(ctx, input);
      }
    },

    /** @throws not_found */
    async mandate(ctx: MemberContext, { id }: Input<typeof contract.mandate>): Promise<Output<typeof contract.mandate>> {
      return { mandate: mandateOf(ctx, await own(ctx, id)) };
    },
  };

  async function start(ctx: MemberContext, input: Step<"start">): Promise<Answer> {
    const offer = offerOf(ctx, input.package);
    if (!offer || !sms) throw new AppError("not_found");
    const iban = cleanIban(input.iban);
    const mobile = mobileOf(ctx, input.mobile, [input.country, iban.slice(0, 2)]);
    const problem = ibanProblem(iban);
    const { country, ...lines } = linesOf(input);
    const fields = [
      ...(problem ? [{ field: "iban", code: problem }] : []),
      ...mobileProblem(ctx, mobile),
      ...Object.entries(lines).flatMap(([field, line]) => (VISIBLE.test(line) ? [] : [{ field, code: "required" as const }])),
      ...(countryProblem(country) === null ? [] : [{ field: "country", code: "unknown_option" as const }]),
    ];
    if (fields.length > 0 || mobile.number === null) throw invalid(...fields);
    const ibanPrint = await printOf(ctx, iban);
    await mayOrder(ctx, { packageId: offer.id, discountCode: input.discountcode ?? null, ibanPrint });
    const id = newId();
    const { code, ...made } = await codeFor(ctx, id);
    const { holder, ...place } = lines;
    const row: MandateRow = {
      id,
      accountId: ctx.viewer.id,
      domainId: ctx.domain.id,
      reference: id.toUpperCase(),
      packageId: offer.id,
      discountCode: input.discountcode ?? null,
      status: "started",
      holder,
      address: { ...place, country },
      sealedIban: await encryption.encrypt(iban, id),
      ibanPrint,
      ibanEnd: iban.slice(-4),
      mobile: mobile.number,
      codeHash: made.hash,
      tries: 0,
      codeExpiresAt: made.expiresAt,
      paymentId: null,
      createdAt: ctx.now,
      signedAt: null,
    };
    const refusal = await smsLimit(ctx, mobile.number).catch((error: unknown) => error);
    if (refusal) return sameAgain(ctx, row, refusal);
    await store.start(row);
    await sms.send(mobile.number, textOf(ctx, code));
    return answer(ctx, row);
  }

  /** Before each code: it costs money, and the rules may have changed since the last. @throws the codes of `startPayment` */
  async function mayOrder(ctx: MemberContext, order: Pick<MandateRow, "packageId" | "discountCode" | "ibanPrint">) {
    const offer = offerOf(ctx, order.packageId);
    if (!offer) throw new AppError("not_found");
    await admitOrder(ctx, { package: offer.id, discountcode: order.discountCode });
    refuseStanding(ctx, await accountStanding(ctx, order.ibanPrint), offer.amount);
  }

  /** @throws excluded */
  async function accountStanding(ctx: MemberContext, ibanPrint: string) {
    const until = await ibanExcludedUntil(ctx.domain.pool, ibanPrint, ctx.now);
    if (until === BANNED_UNTIL) await noteBannedPrint(ctx.viewer.id, ctx.now);
    if (until !== null) throw excluded(ctx, until);
    return store.standing(ctx.viewer.id, ibanPrint, ctx.now - WINDOW);
  }

  /** A double press sends one SMS and meets its mandate. */
  async function sameAgain(ctx: MemberContext, row: MandateRow, refusal: unknown): Promise<Answer> {
    const latest = await store.latest(ctx.viewer.id);
    const same = (["packageId", "holder", "ibanPrint", "mobile", "discountCode"] as const).every(
      (name) => latest?.[name] === row[name],
    );
    if (latest?.status !== "started" || !same || ctx.now - latest.createdAt >= MINUTE) throw refusal;
    return answer(ctx, latest);
  }

  async function newCode(ctx: MemberContext, { mandate }: Step<"code">): Promise<Answer> {
    const row = await own(ctx, mandate);
    if (row.status !== "started") return answer(ctx, row);
    if (!sms) throw new AppError("not_found");
    // The number may be of an older version, or the domain may sell there no more.
    const problems = mobileProblem(ctx, mobileOf(ctx, row.mobile, []));
    if (problems.length > 0) throw invalid(...problems);
    await mayOrder(ctx, row);
    await smsLimit(ctx, row.mobile);
    const { code, ...made } = await codeFor(ctx, row.id);
    await store.setCode(row.id, ctx.viewer.id, made);
    await sms.send(row.mobile, textOf(ctx, code));
    return answer(ctx, { ...row, tries: 0, codeHash: made.hash, codeExpiresAt: made.expiresAt });
  }

  async function verify(ctx: MemberContext, { mandate, code }: Step<"verify">): Promise<Answer> {
    const row = await store.verify(mandate, ctx.viewer.id, await hashOf(mandate, sixDigits(code)), TRIES, ctx.now, SIGN_WITHIN);
    if (!row || row.domainId !== ctx.domain.id || row.status === "ended") throw new AppError("not_found");
    if (row.status === "started") throw invalid({ field: "code", code: "wrong_code" });
    return answer(ctx, row);
  }

  async function sign(ctx: MemberContext, { mandate, authorise, expected }: Step<"sign">): Promise<Answer> {
    const row = await own(ctx, mandate);
    if (row.status === "signed") return answer(ctx, row);
    if (row.status !== "verified") throw new AppError("conflict");
    if (!authorise) throw invalid({ field: "authorise", code: "mandate_required" });
    // The order asks the other rules in its own transaction, and continues an equal open one.
    refuseBlocked(await accountStanding(ctx, row.ibanPrint));
    const iban = row.sealedIban && (await encryption.decrypt(row.sealedIban, row.id));
    if (!iban) throw new AppError("conflict");
    const order = await orderAsShown(ctx, row, { iban, expected });
    const mail = await preNotification(ctx, row, order.amount);
    if (await store.sign(row.id, ctx.viewer.id, order.payment, mail, ctx.now)) await mails.dispatch(mail.id);
    return { ...answer(ctx, await own(ctx, mandate)), redirect: order.redirect };
  }

  /** A code that ended meanwhile is left out if the buyer has seen the price without it. @throws the codes of `startPayment` */
  async function orderAsShown(ctx: MemberContext, row: MandateRow, { iban, expected }: Pick<DebitOrder, "iban" | "expected">) {
    const { packageId, discountCode: discountcode, holder, ibanPrint, reference } = row;
    const order = { package: packageId, discountcode, holder, iban, ibanPrint, reference, expected };
    return startOrder(ctx, order).catch((error: unknown) => {
      const refused = error instanceof AppError && error.fields.some(({ field }) => field === "discountcode");
      if (!refused || expected === undefined) throw error;
      return startOrder(ctx, { ...order, discountcode: null });
    });
  }

  async function preNotification(ctx: MemberContext, { id, reference, ibanEnd }: MandateRow, amount: number) {
    const to = addresseeOf(ctx.viewer);
    const { name: creditor } = companyFor(ctx.home.settings, to.country);
    const content = { reference, ibanEnd, creditor, amount, currency: "EUR", day: ctx.now + NOTICE };
    return { ...(await mails.directDebit(ctx, { ...to, ...content })), id: `debit-${id}` };
  }

  async function own(ctx: MemberContext, id: string): Promise<MandateRow> {
    const row = await store.find(id, ctx.viewer.id);
    if (!row || row.domainId !== ctx.domain.id || row.status === "ended") throw new AppError("not_found");
    if (row.status !== "verified" || (row.codeExpiresAt ?? 0) > ctx.now) return row;
    await store.end(row.id);
    throw new AppError("not_found");
  }

  async function codeFor({ now }: MemberContext, mandate: string) {
    const code = newDigits();
    return { code, hash: await hashOf(mandate, code), expiresAt: now + CODE_LIFE };
  }

  async function hashOf(mandate: string, code: string): Promise<string> {
    return keyedHash(`sms code\n${mandate}\n${code}`);
  }

  async function printOf({ domain }: MemberContext, iban: string): Promise<string> {
    return keyedHash(`iban\n${domain.pool}\n${iban}`);
  }
}

function linesOf({ holder, street, postcode, city, country }: Step<"start">) {
  return { holder: typedLine(holder), street: typedLine(street), postcode: typedCode(postcode), city: typedLine(city), country };
}

/** A number without a country code is of the member's country, else of the address or of the bank account. */
function mobileOf({ domain, viewer }: MemberContext, typed: string, others: string[]): Mobile {
  return readMobile(typed, { countries: [viewer.profile.country, ...others], allowed: debitCountries(domain.settings) });
}

function mobileProblem({ domain, language }: MemberContext, { problem }: Mobile): FieldError[] {
  if (problem === null) return [];
  if (problem !== "mobile_country") return [{ field: "mobile", code: problem }];
  const names = new Intl.DisplayNames(language, { type: "region" });
  const countries = debitCountries(domain.settings).map((country) => names.of(country) ?? country);
  return [{ field: "mobile", code: problem, params: { countries: new Intl.ListFormat(language).format(countries) } }];
}

function newDigits(): string {
  const most = 4_294_000_000;
  for (;;) {
    const [number = most] = crypto.getRandomValues(new Uint32Array(1));
    if (number < most) return String(number % 1_000_000).padStart(6, "0");
  }
}

function textOf({ t, domain: { settings } }: MemberContext, code: string): string {
  return t("directdebit.sms", { code, site: settings.name });
}

function answer(ctx: MemberContext, row: MandateRow): Answer {
  return { mandate: mandateOf(ctx, row), payment: row.paymentId, redirect: null };
}

function mandateOf({ now, home, viewer }: MemberContext, row: MandateRow): Mandate {
  const { codeExpiresAt, tries } = row;
  const usable = row.status === "started" && codeExpiresAt !== null && codeExpiresAt > now && tries < TRIES;
  return {
    id: row.id,
    status: row.status,
    reference: row.reference,
    package: row.packageId,
    discountcode: row.discountCode,
    creditor: companyFor(home.settings, viewer.profile.country).name,
    holder: row.holder,
    iban_end: row.ibanEnd,
    payment: row.paymentId,
    sms_end: row.mobile.slice(-SHOWN),
    code_until: usable ? new Date(codeExpiresAt).toISOString() : null,
    collected_on: new Date((row.signedAt ?? now) + NOTICE).toISOString(),
  };
}
