import { kindOf, reductionOf } from "#worker/billing/discounts/built-in.ts";
import type { DiscountCode } from "#worker/billing/discounts/discounts.contract.ts";
import { paymentOf } from "#worker/billing/payments/payment-response.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { OFFER_HOURS } from "#worker/sites/domains/codes.vocabulary.ts";
import { countryOfSale } from "#worker/sites/domains/domains.ts";
import { giftPrices } from "#worker/sites/domains/gifts.vocabulary.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { cheapestMessage, priceOf } from "#worker/sites/domains/prices.ts";
import type { Package } from "#worker/sites/domains/prices.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { contract, Offer, Transaction } from "./wallet.contract.ts";
import type { EntryRow, WalletStore } from "./wallet.store.ts";

const PAGE_SIZE = 30;
const RECENT_PAYMENTS = 5;
const SUMMED = 30 * DAY;

interface Deps {
  store: WalletStore;
  cursors: Cursors;
  offered(ctx: Context): DiscountCode[];
}

export function createWallet({ store, cursors, offered }: Deps) {
  return {
    /** Empty where nothing is sold. */
    packages(ctx: Context): Output<typeof contract.packages> {
      const { settings } = ctx.domain;
      const currency = currencyOf(ctx);
      const planned = plannedOf(ctx);
      if (!currency)
        return {
          currency: null,
          packages: [],
          payment_methods: [],
          discount: null,
          uses: usesOf(ctx, []),
          terms: null,
          planned,
          pays_to_send: false,
        };
      const [discount = null] = offered(ctx);
      const packages = (settings.packages[currency] ?? []).map((one) => offerOf(one, settings.message_credits, discount));
      return {
        currency,
        packages,
        payment_methods: methodsOf(ctx),
        discount,
        discounted_until: discount?.expires ?? null,
        uses: usesOf(ctx, packages),
        terms: termsOf(ctx, currency),
        planned,
        pays_to_send: true,
      };
    },

    /** @throws not_found invalid */
    async transactions(
      ctx: MemberContext,
      { cursor, id }: Input<typeof contract.transactions>,
    ): Promise<Output<typeof contract.transactions>> {
      if (id !== undefined) {
        const named = nameIn(cursors, id, ctx.viewer.id);
        const entry = named && (await store.entry(ctx.viewer.id, named));
        if (!entry) throw new AppError("not_found");
        return { transactions: [transactionOf(cursors, entry, ctx.viewer.id)], cursor: null, payments: [], spent_on: [] };
      }
      // Past balances never change, so the next page continues from the cursor's balance.
      const [before, after] = cursor ? cursors.decode(cursor, ["number", "number"], "transactions") : [null, null];
      const { payments: sells, refunds } = ctx.domain.features;
      const recent = before === null && (sells || refunds) ? RECENT_PAYMENTS : 0;
      const [{ credits, entries, payments }, sums] = await Promise.all([
        store.page(ctx.viewer.id, { before, size: PAGE_SIZE + 1, recent }),
        before === null ? store.spentOn(ctx.viewer.id, ctx.now - SUMMED) : [],
      ]);
      let balance = after ?? credits;
      const shown = entries.slice(0, PAGE_SIZE).map((entry) => {
        const transaction = transactionOf(cursors, { ...entry, balance }, ctx.viewer.id);
        balance -= entry.amount;
        return transaction;
      });
      const last = entries[PAGE_SIZE - 1];
      // The open run has no id, and is the newest of all.
      const more = last?.id != null && entries.length > PAGE_SIZE;
      return {
        transactions: shown,
        cursor: more ? cursors.encode([last.id, balance], "transactions") : null,
        payments: payments.map((payment) => paymentOf(ctx, payment)),
        spent_on: sums.map(({ credits: spent, ...other }) => ({ profile: profileOf(other), credits: spent })),
      };
    },
  };
}

type Asker = Pick<Context, "domain" | "home" | "country" | "viewer">;

/** Null where nothing is sold. */
export function currencyOf(ctx: Asker): string | null {
  const { features, settings } = ctx.domain;
  return features.payments ? currencyIn(settings, countryOfSale(ctx)) : null;
}

export function currencyIn({ currencies, packages }: Settings, country: string): string | null {
  const currency = currencies[country] ?? currencies["*"];
  return currency && packages[currency] ? currency : null;
}

export function methodsOf(ctx: Asker): PaymentMethod[] {
  return methodsIn(ctx.domain.settings, countryOfSale(ctx));
}

export function methodsIn({ payment_methods }: Settings, country: string): PaymentMethod[] {
  return payment_methods[country] ?? payment_methods["*"] ?? [];
}

function plannedOf(ctx: Context): Output<typeof contract.packages>["planned"] {
  const { features, settings } = ctx.domain;
  if (features.payments) return null;
  const ids = Object.values(settings.packages).flatMap((list) => list.map(({ id }) => id));
  return { packages: [...new Set(ids)], payment_methods: methodsOf(ctx) };
}

function offerOf(one: Package, messageCredits: number, discount: DiscountCode | null): Offer {
  const reduction = discount ? reductionOf(discount.value_percentage, one.amount) : 0;
  const total = one.amount - reduction;
  return { ...one, reduction, total, price_per_message: priceOf(messageCredits, total, one.credits) };
}

function usesOf({ domain }: Context, offers: Offer[]): Output<typeof contract.packages>["uses"] {
  const { features, settings } = domain;
  const uses: (false | { of: "message" | "photos" | "gift"; credits: number; most?: number })[] = [
    { of: "message" as const, credits: settings.message_credits },
    features.unlock && { of: "photos" as const, credits: settings.photo_credits },
    features.gifts && giftUse(settings),
  ];
  return uses
    .filter((use) => use !== false)
    .map((use) => {
      const { credits, most = credits } = use;
      const priced = (of: number) => offers.map(({ total, credits: bought }) => priceOf(of, total, bought));
      const range = { low: Math.min(...priced(credits)), high: Math.max(...priced(most)) };
      return { ...use, price: most > 0 && offers.length > 0 ? range : null };
    });
}

function giftUse(settings: Settings): { of: "gift"; credits: number; most?: number } {
  const prices = giftPrices(settings).map(({ credits }) => credits);
  const [credits, most] = [Math.min(...prices), Math.max(...prices)];
  return { of: "gift", credits, ...(most > credits && { most }) };
}

function termsOf(ctx: Context, currency: string): Output<typeof contract.packages>["terms"] {
  const { settings } = ctx.domain;
  const kind = kindOf(ctx.viewer, ctx.home);
  const hours = OFFER_HOURS[kind](settings);
  const stated = settings.minimum_message_costs[countryOfSale(ctx)];
  return {
    cheapest_message: stated?.currency === currency ? stated.costs : cheapestMessage(settings, currency),
    time_bonus_hours: kind === "time_bonus" ? hours : 0,
    welcome_hours: kind === "welcome" ? hours : 0,
  };
}

/** The ledger counts up over all members: a visible number would tell how much others buy and send. */
const scopeOf = (memberId: string) => `transaction ${memberId}`;

/** The ledger's own number of an entry, or the key of an open run. Null for an id that this member was not given. */
function nameIn(cursors: Cursors, id: string, memberId: string): { id: number } | { key: string } | null {
  try {
    return { id: cursors.decode(id, ["number"], scopeOf(memberId))[0] };
  } catch {
    // Altered, another member's, made under another secret, or a key.
  }
  try {
    return { key: cursors.decode(id, ["string"], scopeOf(memberId))[0] };
  } catch {
    return null;
  }
}

function profileOf({ profileId, name, fictional }: Pick<EntryRow, "profileId" | "name" | "fictional">): Transaction["profile"] {
  return profileId === null ? null : { id: profileId, name: name ?? "", fictional: fictional === 1 };
}

function transactionOf(cursors: Cursors, row: EntryRow & { balance: number }, memberId: string): Transaction {
  return {
    id: cursors.encode([row.id ?? row.key], scopeOf(memberId)),
    kind: row.kind,
    messages: row.messages ?? 1,
    amount: row.amount,
    balance: row.balance,
    created_at: new Date(row.createdAt).toISOString(),
    profile: profileOf(row),
    departed: row.departed === 1,
    conversation: row.conversation,
    payment: row.payment,
  };
}
