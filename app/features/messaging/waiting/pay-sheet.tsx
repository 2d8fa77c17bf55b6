import type { ReactNode } from "react";
import type { Buying } from "#app/features/billing/payments/buying.ts";
import { codeOf, OrderFields, PayRefusal, Stored } from "#app/features/billing/payments/checkout.tsx";
import { Methods } from "#app/features/billing/payments/methods.tsx";
import { PackageList } from "#app/features/billing/wallet/package-list.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { money } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { PAY_FORM } from "./pay-form.shared.ts";
import css from "./pay-sheet.module.css";
import { sheetPath } from "./sheet.ts";
import { closePaySheet, payAndSend } from "./waiting.actions.ts";

const ROWS = 3;

interface PaySheetProps extends Buying {
  /** What the payment does besides, where the upstream knows to. */
  and: "send" | "unlock";
  /** Conversation and field of a chat stand above the sheet on a phone. */
  over?: "chat";
  /** Hidden fields and checkboxes of the message, gift or photos that the payment is for. */
  children?: ReactNode;
}

/** Over the page that the credits are for; also open in the server's HTML. */
export function PaySheet({ prices, chosen, and, over, children }: PaySheetProps) {
  const { t } = edge();
  if (!chosen) return null;
  const { quote, id, method } = chosen;
  const { packages } = prices;
  const first = firstOf(
    packages.map((one) => one.id),
    id,
  );
  const rest = packages.map((one) => one.id).filter((one) => !first.includes(one));
  const list = { chosen: id, href: (one: string) => sheetPath(one), inPlace: true, prices };
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      <Dialog
        className={css.sheet}
        close={{ action: closePaySheet }}
        closeLabel={t("notices.close")}
        footer={<Foot and={prices.pays_to_send ? and : null} chosen={chosen} over={over} />}
        id="pay-sheet"
        open
        scrim={cx(css.behind, over === "chat" && css.chat)}
        title={t("wallet.packages.title")}
      >
        <form action={payAndSend} className={css.form} id={PAY_FORM} noValidate>
          <PayRefusal />
          <OrderFields code={codeOf(chosen.typed)} quote={quote} />
          {prices.pays_to_send && <input name="waits" type="hidden" value="1" />}
          <PackageList {...list} only={first} />
          {rest.length > 0 && (
            <details className={css.more}>
              <summary>{t("payments.sheet.more")}</summary>
              <PackageList {...list} only={rest} />
            </details>
          )}
          <Methods chosen={method} href={(one) => sheetPath(id, one)} inPlace methods={prices.payment_methods} />
          {quote.settles > 0 && <Alert tone="info">{t("payments.chargeback.settles", { count: quote.settles })}</Alert>}
          {quote.stored.length > 0 && quote.method !== "directdebit" && <Stored amount={amountOf(quote)} quote={quote} />}
          {children}
        </form>
      </Dialog>
    </>
  );
}

interface FootProps extends Pick<PaySheetProps, "over"> {
  chosen: NonNullable<Buying["chosen"]>;
  and: PaySheetProps["and"] | null;
}

/** One button, always in view. In a chat its words follow the composer's fields: a photo is not sent. */
function Foot({ chosen: { quote, method }, and, over }: FootProps) {
  const { t, domain, settings } = edge();
  const amount = amountOf(quote);
  const pays = t("payments.checkout.pay", { amount });
  const words = and ? t(`payments.sheet.${and}`, { amount }) : pays;
  return (
    <div className={css.foot}>
      {method === "directdebit" ? (
        <ButtonLink href={`/directdebit?package=${quote.package}`} size="l" wide>
          {t("payments.checkout.next.go")}
        </ButtonLink>
      ) : (
        <Button form={PAY_FORM} size="l" wide>
          <span className={css.sends}>{words}</span>
          {over === "chat" && <span className={css.pays}>{pays}</span>}
        </Button>
      )}
      <p className={css.once}>
        {domain.features.refunds ? t("payments.sheet.once", { count: settings.refund_days }) : t("wallet.packages.once")}
      </p>
    </div>
  );
}

function amountOf({ amount, currency }: { amount: number; currency: string }): string {
  return money(amount, currency, edge().language);
}

/** Three in their order, the chosen one among them: in the middle, where it has neighbours. */
function firstOf(ids: string[], chosen: string): string[] {
  const start = Math.max(0, Math.min(ids.indexOf(chosen) - 1, ids.length - ROWS));
  return ids.slice(start, start + ROWS);
}
