import {
  Drawn,
  LanderFacts,
  LanderHead,
  LanderPlace,
  LanderText,
  landerOf,
  visitorsOnly,
} from "#app/features/accounts/landers/lander.tsx";
import { Portrait } from "#app/features/accounts/landers/portrait.tsx";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./collagelanding.module.css";

/** Tiles in order: a portrait's shape, a scene, or a colour patch with an optional icon. */
const TILES: readonly (
  | { scene: string }
  | { shape: "circle" | "arch" | "leaf" | "soft" | "tall" }
  | { patch: string; icon?: IconName }
)[] = [
  { shape: "arch" },
  { patch: "rose", icon: "heart" },
  { shape: "circle" },
  { shape: "tall" },
  { patch: "night" },
  { shape: "leaf" },
  { shape: "soft" },
  { patch: "sand", icon: "message" },
  { shape: "circle" },
  { shape: "tall" },
  { patch: "mint" },
  { scene: "sunset" },
  { shape: "leaf" },
  { shape: "arch" },
  { patch: "night", icon: "star" },
  { shape: "soft" },
  { scene: "coffee" },
  { shape: "circle" },
  { patch: "rose" },
  { shape: "leaf" },
  { scene: "canal" },
  { patch: "sand", icon: "user" },
];

export async function loader() {
  return visitorsOnly();
}

export function ServerComponent({ params }: { params: { slug?: string } }) {
  const { t } = edge();
  const lander = landerOf("collagelanding", params.slug);
  const faces = lander.people.values();
  return (
    <>
      <LanderHead lander={lander} />
      <section className={css.wall}>
        <div className={css.middle}>
          <LanderText className={css.words} lander={lander} />
          <ButtonLink href="#signup" size="l">
            {t("landers.front.closing.action")}
          </ButtonLink>
        </div>
        {TILES.map((tile, index) => {
          const key = `tile-${index}`;
          if ("patch" in tile) {
            return (
              <span aria-hidden="true" className={cx(css.patch, css[tile.patch])} key={key}>
                {tile.icon && <Icon name={tile.icon} size="l" />}
              </span>
            );
          }
          if ("scene" in tile) {
            const src = `/landers/${tile.scene}.svg`;
            return <img alt="" className={cx(css.face, css.soft)} height={600} key={key} src={src} width={480} />;
          }
          const person = faces.next().value;
          return person && <Portrait className={cx(css.face, css[tile.shape])} eager={index < 6} key={key} person={person} />;
        })}
      </section>
      <section className={css.start}>
        <div className={css.side}>
          <h2 className={css.heading}>{t("landers.collagelanding.start")}</h2>
          <p>{t("landers.collagelanding.startText")}</p>
          <LanderPlace lander={lander} />
          <LanderFacts className={css.facts} />
          <figure className={css.cards}>
            {lander.people.slice(0, 2).map((person) => (
              <span className={css.card} key={person.name}>
                <Portrait person={person} />
                {`${person.name}, ${person.age}`}
              </span>
            ))}
          </figure>
          <Drawn />
        </div>
        <SignupForm />
      </section>
    </>
  );
}
