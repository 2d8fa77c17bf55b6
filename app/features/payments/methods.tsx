import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { PaymentMethod } from "#worker/domains/prices.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";
import css from "./methods.module.css";

const ICONS: Record<PaymentMethod, IconName> = { card: "lock", paypal: "shield", ideal: "home", directdebit: "retry" };

/** The country's payment methods as links; the selected one shows its details. */
export function Methods({
  of,
  methods,
  chosen,
}: {
  of: string;
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
}) {
  const { t } = edge();
  return (
    <nav aria-label={t("payments.order.methods")} className={css.methods}>
      {methods.map((method) => (
        <a
          aria-current={method === chosen ? "true" : undefined}
          className={cx(css.method, method === chosen && css.chosen)}
          href={`/credits/${of}/${method}`}
          key={method}
        >
          <Icon name={ICONS[method]} />
          <span className={css.words}>
            <strong>{t(`payments.order.method.${method}.name`)}</strong>
            <span className={css.how}>{t(`payments.order.method.${method}.how`)}</span>
          </span>
          <Icon name={method === chosen ? "check-circle" : "chevron-right"} size="s" />
        </a>
      ))}
    </nav>
  );
}
