import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./deck.module.css";
import type { LanderPerson } from "./people.ts";
import { Portrait } from "./portrait.tsx";

/** Right is a like, left a pass. `method="dialog"` keeps Enter from submitting; the reset button restores the deck. */
export function Deck({ people }: { people: readonly LanderPerson[] }) {
  const { t } = edge();
  return (
    <form className={css.deck} method="dialog" noValidate>
      {people.map((person, index) => (
        <Card key={person.name} last={index === people.length - 1} number={index + 1} person={person} />
      ))}
      <div className={css.done}>
        <Icon className={css.heart} name="heart-filled" size="l" />
        <h2>{t("landers.tinderswipe.done")}</h2>
        <p>{t("landers.tinderswipe.doneText")}</p>
        <ButtonLink href="#signup" size="l" wide>
          {t("landers.front.closing.action")}
        </ButtonLink>
        <Button icon="retry" type="reset" variant="quiet">
          {t("landers.tinderswipe.again")}
        </Button>
      </div>
    </form>
  );
}

function Card({ person, number, last }: { person: LanderPerson; number: number; last: boolean }) {
  const { t } = edge();
  const { name, age, interests } = person;
  const choice = { name: `card-${number}`, type: "radio", "data-last": last ? "" : undefined } as const;
  return (
    <fieldset className={css.card}>
      <legend className="visually-hidden">{t("landers.tinderswipe.card", { number })}</legend>
      <Portrait className={css.image} eager={number === 1} person={person} />
      <div className={css.about}>
        <h2 className={css.name}>{`${name}, ${age}`}</h2>
        <p className={css.chips}>
          {interests.map((interest) => (
            <Chip key={interest}>{t(`members.attributes.interests.${interest}`)}</Chip>
          ))}
        </p>
      </div>
      <div className={css.choices}>
        <label className={css.no}>
          <input {...choice} aria-label={t("landers.tinderswipe.no", { name })} value="no" />
          <Icon name="close" size="l" />
        </label>
        <label className={css.like}>
          <input {...choice} aria-label={t("landers.tinderswipe.like", { name })} value="like" />
          <Icon name="heart-filled" size="l" />
        </label>
      </div>
    </fieldset>
  );
}
