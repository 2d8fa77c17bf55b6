import { Deck } from "#app/features/accounts/landers/deck.tsx";
import {
  Drawn,
  LanderFacts,
  LanderHead,
  LanderPlace,
  LanderText,
  landerOf,
  visitorsOnly,
} from "#app/features/accounts/landers/lander.tsx";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { formState } from "#app/request/forms.ts";
import { cx } from "#app/ui/cx.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./tinderswipe.module.css";

export async function loader() {
  return visitorsOnly();
}

/** Three cards, then the sign-up. The cards are radio buttons, so no script is needed. */
export function ServerComponent() {
  const { t } = edge();
  const lander = landerOf("tinderswipe");
  // A refused form reappears with its messages, without the cards.
  const sent = Object.keys(formState("signup").values).length > 0;
  return (
    <div className={cx(css.page, sent && css.open)}>
      <LanderHead lander={lander} />
      <div className={css.table}>
        <div className={css.side}>
          <LanderPlace lander={lander} />
          <LanderText className={css.words} lander={lander} />
        </div>
        <div className={css.deck}>
          <Deck people={lander.people.slice(0, 3)} />
        </div>
        <div className={css.side}>
          <a className={css.skip} href="#signup">
            {t("landers.tinderswipe.skip")}
          </a>
          <LanderFacts />
          <Drawn />
        </div>
      </div>
      <div className={css.join}>
        <SignupForm />
      </div>
    </div>
  );
}
