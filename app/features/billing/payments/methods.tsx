import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { methodTexts } from "./method-texts.ts";
import css from "./methods.module.css";

interface MethodsProps {
  /** Id of the package. */
  of: string;
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
}

/** The country's payment methods as chips; below them how the chosen one works. */
export function Methods({ of, methods, chosen }: MethodsProps) {
  const { t } = edge();
  return (
    <>
      <nav aria-label={t("payments.order.methods")} className={css.methods}>
        {methods.map((method) => (
          <a
            aria-current={method === chosen ? "true" : undefined}
            className={cx(css.method, method === chosen && css.chosen)}
            href={`/credits/${of}/${method}`}
            key={method}
          >
            {method === chosen && <Icon name="check" size="s" />}
            {methodTexts(method).name}
          </a>
        ))}
      </nav>
      {chosen && <p className="muted small">{methodTexts(chosen).how}</p>}
    </>
  );
}
