import { edge } from "#worker/server/edge/edge.ts";
import { isNamed, type PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";

interface MethodTexts {
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
      name: t(`payments.order.method.${method}.name`),
      inline: t(`payments.order.method.${method}.inline`),
      how: t(`payments.order.method.${method}.how`),
      next: t(`payments.checkout.next.${method}`),
    };
  const own = domain.words.payment_methods[method];
  const name = sayOwn(own?.name, language) ?? method;
  const how = sayOwn(own?.how, language) ?? t("payments.order.elsewhere");
  return { name, inline: name, how, next: t("payments.checkout.next.elsewhere") };
}
