import type { IconName } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { isNamed, type NamedMethod, type PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";

const ICONS: Record<NamedMethod, IconName> = { card: "lock", paypal: "shield", ideal: "home", directdebit: "retry" };

interface MethodTexts {
  icon: IconName;
  name: string;
  /** Within a sentence. */
  inline: string;
  how: string;
  /** Describes the step after the button. */
  next: string;
}

/** Our texts of a method, or those of the niche; an upstream's method that nobody named shows its id. */
export function methodTexts(method: PaymentMethod): MethodTexts {
  const { t, domain, language } = edge();
  if (isNamed(method))
    return {
      icon: ICONS[method],
      name: t(`payments.order.method.${method}.name`),
      inline: t(`payments.order.method.${method}.inline`),
      how: t(`payments.order.method.${method}.how`),
      next: t(`payments.checkout.next.${method}`),
    };
  const own = domain.words.payment_methods[method];
  const name = sayOwn(own?.name, language) ?? method;
  const how = sayOwn(own?.how, language) ?? t("payments.order.elsewhere");
  return { icon: "shield", name, inline: name, how, next: t("payments.checkout.next.elsewhere") };
}
