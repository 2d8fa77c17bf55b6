import type { Domain } from "#worker/domains/domain-file.ts";
import type { PaymentProvider } from "#worker/payments/provider.ts";
import { createSandbox } from "./sandbox.ts";

/** Null where nothing can be paid. A local build falls back to the sandbox; no deployed build contains it. */
export function createProviders(env: Env): (domain: Domain) => PaymentProvider | null {
  return ({ id }) => {
    if (__LOCAL__) return createSandbox({ store: env.VISITORS, secret: env.MEDIA_SECRET, domainId: id, port: env.LOCAL_PORT });
    return null;
  };
}
