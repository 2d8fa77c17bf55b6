import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { ModalTimer } from "./modal-timer.client.tsx";
import { OfferCountdown } from "./offer-countdown.client.tsx";
import { offers } from "./offers.ts";

const ID = "time-bonus-modal";
/** In ms after entry into the members area. */
const DELAY = 40_000;

/** Modal for members without credits; closed in the server's HTML. */
export async function TimeBonusModal() {
  const { t } = edge();
  const { timeBonus } = await offers();
  if (!timeBonus?.inArea || timeBonus.credits > 0) return null;
  const { endsAt, hours, now, signedUpAt } = timeBonus;
  const title = (
    <>
      <span className={css.special}>
        <Icon name="star" size="s" />
        {t("discounts.modal.special")}
      </span>
      <span className={css.percent}>{t("discounts.modal.bonus")}</span>
    </>
  );
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      <Dialog closeLabel={t("discounts.modal.close")} id={ID} title={title}>
        <p className={css.unlock}>{t("discounts.modal.unlock")}</p>
        <p>{t("discounts.modal.fast", { count: hours })}</p>
        <ButtonLink className={css.valid} href="/credits" size="l" wide>
          <span>{t("discounts.modal.valid")}</span>
          <OfferCountdown endsAt={endsAt} label={t("discounts.left")} now={now} offer={ID} />
        </ButtonLink>
        <p className={css.receive}>
          <Icon name="check-circle" size="s" />
          {t("discounts.modal.receive")}
        </p>
      </Dialog>
      <ModalTimer delay={DELAY} dialog={ID} endsAt={endsAt} now={now} signedUpAt={signedUpAt} />
    </>
  );
}
