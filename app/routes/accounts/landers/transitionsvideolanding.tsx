import { landerOf, visitorsOnly } from "#app/features/accounts/landers/lander.tsx";
import { Stage } from "#app/features/accounts/landers/stage.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./transitionsvideolanding.module.css";

/** In display order; the style sheet times each scene. */
const SCENES = ["canal", "coffee", "sunset", "vineyard", "skyline"] as const;

export async function loader() {
  return visitorsOnly();
}

/** Five cross-fading scenes, each with its own answer to the question. */
export function ServerComponent({ params }: { params: { slug?: string } }) {
  const { t } = edge();
  return (
    <Stage
      backdrop={<Scenes />}
      hold={t("landers.transitionsvideolanding.hold")}
      lander={landerOf("transitionsvideolanding", params.slug)}
    >
      <ul className={css.answers}>
        {SCENES.map((scene) => (
          <li className={css.answer} data-moving="" key={scene}>
            {t(`landers.transitionsvideolanding.${scene}`)}
          </li>
        ))}
      </ul>
    </Stage>
  );
}

function Scenes() {
  return (
    <div className={css.scenes}>
      {SCENES.map((scene, index) => (
        <img
          alt=""
          className={css.scene}
          data-moving=""
          decoding="async"
          fetchPriority={index === 0 ? "high" : "low"}
          height={600}
          key={scene}
          src={`/landers/${scene}.svg`}
          width={480}
        />
      ))}
    </div>
  );
}
