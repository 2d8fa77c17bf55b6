import type { PaymentProvider, PaymentRef } from "#worker/billing/payments/provider.ts";
import type { Fetch } from "./ask.ts";
import { ccbillCredentials, createCcbill } from "./ccbill/ccbill.ts";
import { credentialsOf, readJson } from "./credentials.ts";
import { createVerotel, verotelCredentials } from "./verotel/verotel.ts";

const SCHEMAS = { verotel: verotelCredentials, ccbill: ccbillCredentials };

/** Also true for a provider that is not here. */
export function credentialsUnreadable(name: string, secret: unknown): boolean {
  const schema = Object.entries(SCHEMAS).find(([provider]) => name.startsWith(`PAYMENT_${provider.toUpperCase()}_`))?.[1];
  return !schema?.safeParse(readJson(secret)).success;
}

export interface ProviderDeps {
  fetch: Fetch;
  paymentOf(provider: string, reference: string): Promise<PaymentRef | null>;
}

type Create = (env: object, domain: string, deps: ProviderDeps) => PaymentProvider | null;

const PROVIDERS: Readonly<Record<string, Create>> = {
  verotel(env, domain, { fetch }) {
    const credentials = credentialsOf(env, "verotel", domain, verotelCredentials);
    return credentials && createVerotel({ ...credentials, fetch });
  },
  ccbill(env, domain, { fetch, paymentOf }) {
    const credentials = credentialsOf(env, "ccbill", domain, ccbillCredentials);
    return credentials && createCcbill({ ...credentials, fetch, paymentOf: (reference) => paymentOf("ccbill", reference) });
  },
};

/** Null for an unknown provider, and without the domain's credentials. @throws Error for malformed credentials */
export function configuredProvider(env: object, domain: string, id: string, deps: ProviderDeps): PaymentProvider | null {
  return Object.hasOwn(PROVIDERS, id) ? (PROVIDERS[id]?.(env, domain, deps) ?? null) : null;
}
