import type { PaymentProvider, PaymentRef } from "#worker/payments/provider.ts";
import type { Fetch } from "./ask.ts";
import { ccbillCredentials, createCcbill } from "./ccbill/ccbill.ts";
import { credentialsOf } from "./credentials.ts";
import { createVerotel, verotelCredentials } from "./verotel/verotel.ts";

interface Deps {
  fetch: Fetch;
  paymentOf(provider: string, reference: string): Promise<PaymentRef | null>;
}

/** The providers whose credentials a domain has, in order of preference. A new provider is one line here. */
export function configuredProviders(env: object, domain: string, { fetch, paymentOf }: Deps): PaymentProvider[] {
  const verotel = credentialsOf(env, "verotel", domain, verotelCredentials);
  const ccbill = credentialsOf(env, "ccbill", domain, ccbillCredentials);
  return [
    verotel && createVerotel({ ...verotel, fetch }),
    ccbill && createCcbill({ ...ccbill, fetch, paymentOf: (reference) => paymentOf("ccbill", reference) }),
  ].filter((provider) => provider !== null);
}
