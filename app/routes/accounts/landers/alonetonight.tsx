import {
  Drawn,
  LanderFacts,
  LanderHead,
  LanderPlace,
  LanderText,
  landerOf,
  visitorsOnly,
} from "#app/features/accounts/landers/lander.tsx";
import { NightHouses } from "#app/features/accounts/landers/night-houses.tsx";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./alonetonight.module.css";

export async function loader() {
  return visitorsOnly();
}

export function ServerComponent({ params }: { params: { slug?: string } }) {
  const { t } = edge();
  const lander = landerOf("alonetonight", params.slug);
  return (
    <div className={css.night}>
      <LanderHead lander={lander} />
      <span aria-hidden="true" className={css.moon} />
      <div className={css.line}>
        <LanderPlace lander={lander} />
        <LanderText className={css.words} lander={lander} />
        <ButtonLink className={css.jump} href="#signup" size="l">
          {t("landers.front.closing.action")}
        </ButtonLink>
      </div>
      <div className={css.street}>
        <NightHouses faces={lander.people.slice(0, 3)} label={t("landers.alonetonight.picture")} />
      </div>
      <div className={css.ground} />
      <div className={css.form}>
        <SignupForm />
      </div>
      <div className={css.pavement}>
        <LanderFacts />
        <Drawn />
      </div>
    </div>
  );
}
