import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { methodTexts } from "./method-texts.ts";
import css from "./methods.module.css";

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
      {methods
        .map((method) => ({ method, ...methodTexts(method) }))
        .map(({ method, icon, name, how }) => (
          <a
            aria-current={method === chosen ? "true" : undefined}
            className={cx(css.method, method === chosen && css.chosen)}
            href={`/credits/${of}/${method}`}
            key={method}
          >
            <Icon name={icon} />
            <span className={css.words}>
              <strong>{name}</strong>
              <span className={css.how}>{how}</span>
            </span>
            <Icon name={method === chosen ? "check-circle" : "chevron-right"} size="s" />
          </a>
        ))}
    </nav>
  );
}
