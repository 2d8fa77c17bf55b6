import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { ReportDialog } from "#app/features/people/reports/report-dialog.tsx";
import { ReportMenu } from "#app/features/people/reports/report-menu.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ReceivedGift } from "#worker/messaging/gifts/gifts.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { GiftDrawing } from "./gift-drawing.shared.tsx";
import { nameOfGift } from "./gift-names.ts";
import { showGift } from "./gifts.actions.ts";
import css from "./received-gifts.module.css";

export function ReceivedGifts({ gifts }: { gifts: ReceivedGift[] }) {
  const { t } = edge();
  return (
    <>
      <header className={css.head}>
        <h2>{t("gifts.received")}</h2>
        <p className="muted">{t("gifts.receivedIntro")}</p>
      </header>
      <Refusal form={formState("show-gift")} />
      <ul className={css.list}>
        {gifts.map((one) => (
          <li className={css.gift} key={one.id}>
            <GiftDrawing id={one.gift.id} />
            <Words {...one} />
            <form action={showGift} noValidate>
              <input name="id" type="hidden" value={one.id} />
              <input name="shown" type="hidden" value={one.shown ? "no" : "yes"} />
              <Button icon={one.shown ? "eye-off" : "eye"} size="s" variant="secondary">
                {t(one.shown ? "gifts.hide" : "gifts.show")}
                <span className="visually-hidden"> {nameOfGift(one.gift)}</span>
              </Button>
            </form>
            {one.sender && <ReportMenu kind="gift" object={one.id} of={nameOfGift(one.gift)} />}
          </li>
        ))}
      </ul>
      <ReportDialog />
    </>
  );
}

function Words({ gift, sender, note, created_at }: ReceivedGift) {
  const { t, reader } = edge();
  return (
    <div className={css.words}>
      <strong>{nameOfGift(gift)}</strong>
      {note && <p dir="auto">{note}</p>}
      <p className="muted small">
        {sender && (
          <>
            <a href={`/members/${sender.id}`}>{t("gifts.from", { name: sender.name })}</a>{" "}
            {sender.fictional && <FictionalBadge>{fictionalWord()}</FictionalBadge>}{" "}
          </>
        )}
        <time dateTime={created_at}>{formatTime(created_at, reader)}</time>
      </p>
    </div>
  );
}
