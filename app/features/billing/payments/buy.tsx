import { PackageList, PriceNote } from "#app/features/billing/wallet/package-list.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import type { Buying } from "./buying.ts";
import { Checkout, PayBar, PayRefusal } from "./checkout.tsx";
import { Methods } from "./methods.tsx";

/** Packages, payment methods and the order that both make. The bar with the button follows it, at the end of the page. */
export function Buy({ prices, named, chosen }: Buying) {
  const { t } = edge();
  const method = named && chosen ? `/${chosen.method}` : "";
  return (
    <>
      <PayRefusal />
      <section aria-label={t("wallet.packages.title")} className="stack tight">
        <PackageList chosen={chosen?.id} href={(id) => `/credits/${id}${method}`} prices={prices} />
        <PriceNote prices={prices} />
      </section>
      {chosen && (
        <section className="stack tight">
          <h2>{t("payments.order.methods")}</h2>
          <Methods chosen={chosen.method} href={(method) => `/credits/${chosen.id}/${method}`} methods={prices.payment_methods} />
        </section>
      )}
      {chosen && <Checkout quote={chosen.quote} typed={chosen.typed} />}
    </>
  );
}

/** Last on the page: a bar sticks to the end of the window while its page is in view. */
export function BuyBar({ chosen }: Buying) {
  return chosen && <PayBar quote={chosen.quote} />;
}
