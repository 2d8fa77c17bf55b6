import { Costs, KnowsFictional, Shortage } from "#app/features/billing/wallet/spending.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { Card } from "#worker/discovery/members/members.contract.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { NOTE_LENGTH } from "#worker/sites/domains/gifts.vocabulary.ts";
import css from "./catalogue.module.css";
import { GiftDrawing } from "./gift-drawing.shared.tsx";
import { nameOfGift } from "./gift-names.ts";
import { sendGift } from "./gifts.actions.ts";

type GiftOffer = CallOutput<"gifts">["gifts"][number];

/** Each gift leads to its own step; without `href`, to none. */
export function Catalogue({ gifts, href }: { gifts: GiftOffer[]; href: ((gift: string) => string) | null }) {
  return (
    <ul className={css.gifts}>
      {gifts.map((gift) => (
        <li key={gift.id}>
          {href === null ? (
            <div className={css.gift}>
              <Face {...gift} />
            </div>
          ) : (
            <a className={css.gift} href={href(gift.id)}>
              <Face {...gift} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Face({ credits, ...gift }: GiftOffer) {
  return (
    <>
      <GiftDrawing id={gift.id} />
      <span className={css.name}>{nameOfGift(gift)}</span>
      <span className={css.price}>{priceText(credits)}</span>
    </>
  );
}

function priceText(credits: number): string {
  const { t } = edge();
  return credits > 0 ? t("wallet.price", { count: credits }) : t("wallet.nothing");
}

interface ChosenProps {
  gift: GiftOffer;
  credits: number;
  takesPrice: boolean;
  profile: Card;
  /** The catalogue. */
  back: string;
  /** This page with the sheet that pays. */
  toPay: string;
  note: string | undefined;
}

export function Chosen({ gift, credits, takesPrice, profile: { id, name, fictional }, back, toPay, note }: ChosenProps) {
  const { t } = edge();
  const sent = formState("gift");
  return (
    <>
      <div className={css.chosen}>
        <GiftDrawing id={gift.id} size="l" />
        <h2>{nameOfGift(gift)}</h2>
        <ButtonLink href={back} size="s" variant="secondary">
          {t("gifts.another")}
        </ButtonLink>
      </div>
      {credits < gift.credits ? (
        <>
          <Costs credits={credits} price={gift.credits} />
          <Shortage here={toPay} />
        </>
      ) : (
        <form action={sendGift} className="stack" noValidate>
          <Refusal beside={["note", "fictional_known"]} form={sent} />
          <input name="profile" type="hidden" value={id} />
          <input name="gift" type="hidden" value={gift.id} />
          {takesPrice && <input name="price" type="hidden" value={gift.credits} />}
          <input name="client_id" type="hidden" value={sent.values.client_id ?? newId()} />
          <Note error={sent.fields.note} name="note" typed={sent.values.note ?? note} />
          {fictional && <KnowsFictional error={sent.fields.fictional_known} name={name} />}
          <Button icon="gift" size="l" wide>
            {t("gifts.pay", { price: priceText(gift.credits) })}
          </Button>
          <Costs credits={credits} price={gift.credits} />
        </form>
      )}
    </>
  );
}

/** Fields of the sheet that pays. */
export function GiftToPay({ gift, profile: { id, name, fictional }, note }: Pick<ChosenProps, "gift" | "profile" | "note">) {
  const sent = formState("pay", { profile: id, item: gift.id });
  const fields = { profile: id, kind: "gift", item: gift.id, price: gift.credits, client_id: sent.values.client_id ?? newId() };
  return (
    <>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} name={field} type="hidden" value={value} />
      ))}
      <Note error={sent.fields.note} name="text" typed={sent.values.text ?? note} />
      {fictional && <KnowsFictional error={sent.fields.fictional_known} name={name} />}
    </>
  );
}

function Note({ name, typed, error }: { name: string; typed: string | undefined; error: string | undefined }) {
  const { t } = edge();
  return (
    <Textarea
      defaultValue={typed}
      error={error}
      hint={t("gifts.noteHint", { max: NOTE_LENGTH })}
      label={t("gifts.note")}
      maxLength={NOTE_LENGTH}
      name={name}
      optional={t("notifications.spending.optional")}
      rows={2}
    />
  );
}
