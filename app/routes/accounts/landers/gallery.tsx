import {
  Drawn,
  LanderFacts,
  LanderHead,
  LanderPlace,
  LanderText,
  landerOf,
  visitorsOnly,
} from "#app/features/accounts/landers/lander.tsx";
import type { LanderPerson } from "#app/features/accounts/landers/people.ts";
import { Portrait } from "#app/features/accounts/landers/portrait.tsx";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./gallery.module.css";

export async function loader() {
  return visitorsOnly();
}

/** Framed portraits; each opens enlarged in a native popover. */
export function ServerComponent({ params }: { params: { slug?: string } }) {
  const lander = landerOf("gallery", params.slug);
  return (
    <div className={css.room}>
      <LanderHead lander={lander} />
      <header className={css.head}>
        <LanderPlace lander={lander} />
        <LanderText className={css.words} lander={lander} />
        <ButtonLink className={css.jump} href="#signup" size="l">
          {edge().t("landers.front.closing.action")}
        </ButtonLink>
      </header>
      <div className={css.columns}>
        <div>
          <ul className={css.wall}>
            {lander.people.map((person, index) => (
              <li key={person.name}>
                <Picture eager={index < 4} person={person} />
              </li>
            ))}
          </ul>
          <div className={css.under}>
            <Drawn />
          </div>
        </div>
        <aside className={css.form}>
          <SignupForm />
          <LanderFacts className={css.facts} />
        </aside>
      </div>
    </div>
  );
}

function Picture({ person, eager }: { person: LanderPerson; eager: boolean }) {
  const { t } = edge();
  const { name, age, interests } = person;
  const id = `picture-${name.toLowerCase()}`;
  return (
    <>
      <button aria-label={t("landers.gallery.open", { name, age })} className={css.picture} popoverTarget={id} type="button">
        <Portrait className={css.image} eager={eager} person={person} />
        <span className={css.label}>{`${name}, ${age}`}</span>
      </button>
      <div aria-label={`${name}, ${age}`} className={css.large} id={id} popover="auto" role="dialog">
        <Portrait className={css.image} person={person} />
        <div className={css.about}>
          <h2 className={css.name}>{`${name}, ${age}`}</h2>
          <p className={css.chips}>
            {interests.map((interest) => (
              <Chip key={interest}>{t(`members.attributes.interests.${interest}`)}</Chip>
            ))}
          </p>
          <Drawn />
          <Button popoverTarget={id} popoverTargetAction="hide" type="button" variant="secondary" wide>
            {t("landers.gallery.close")}
          </Button>
        </div>
      </div>
    </>
  );
}
