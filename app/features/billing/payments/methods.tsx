import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { methodTexts } from "./method-texts.ts";
import css from "./methods.module.css";

interface MethodsProps {
  /** Address that chooses a method. */
  href: (method: PaymentMethod) => string;
  /** The links change the shown page in place, and only the names are shown. */
  inPlace?: boolean;
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
}

/** The country's payment methods as chips; below them how the chosen one works. */
export function Methods({ href, methods, chosen, inPlace }: MethodsProps) {
  const { t } = edge();
  return (
    <>
      <nav aria-label={t("payments.order.methods")} className={css.methods}>
        {methods.map((method) => (
          <a
            aria-current={method === chosen ? "true" : undefined}
            className={cx(css.method, method === chosen && css.chosen)}
            data-here={inPlace ? "replace" : undefined}
            href={href(method)}
            key={method}
          >
            {method === chosen && <Icon name="check" size="s" />}
            {methodTexts(method).name}
          </a>
        ))}
      </nav>
      {chosen && !inPlace && <p className="muted small">{methodTexts(chosen).how}</p>}
    </>
  );
}
