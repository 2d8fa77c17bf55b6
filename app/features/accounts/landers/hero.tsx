import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { type Face, faceOf } from "#worker/sites/domains/niches.vocabulary.ts";
import css from "./hero.module.css";
import { album } from "./hero-album.tsx";
import { band } from "./hero-band.tsx";
import { bubbles } from "./hero-bubbles.tsx";
import { duet } from "./hero-duet.tsx";
import { editorial } from "./hero-editorial.tsx";
import { grid } from "./hero-grid.tsx";
import { split } from "./hero-split.tsx";
import { wall } from "./hero-wall.tsx";
import own from "./own-picture.module.css";
import { OwnPicture } from "./own-picture.tsx";
import { peopleOf } from "./people.ts";
import { Portrait } from "./portrait.tsx";

interface Layout {
  css: CSSModuleClasses;
  sheet(): ReactNode;
}
/** Each style sheet lays out the same parts: band, words, faces, photos, form. A page links that of its domain only. */
const LAYOUTS: Record<Face["hero"], Layout> = { album, band, bubbles, duet, editorial, grid, split, wall };

/** Layouts that show people to the waist. */
const FIGURED: readonly Face["hero"][] = ["duet", "split", "bubbles"];

/** Layouts that a picture fills from edge to edge; in the others it stands in a frame. */
const FILLED: readonly Face["hero"][] = ["wall", "editorial", "split", "duet"];

const SHOWN: Record<Face["hero"], number> = { album: 4, band: 4, bubbles: 5, duet: 2, editorial: 1, grid: 5, split: 2, wall: 7 };

export interface HeroProps {
  title: ReactNode;
  intro: string;
  form: ReactNode;
  points: readonly string[];
}

export function Hero({ title, intro, form, points }: HeroProps) {
  const { t, settings, domain } = edge();
  const { hero } = faceOf(settings);
  const { css: skin, sheet } = LAYOUTS[hero];
  return (
    <div className={cx(css.band, skin.band)}>
      {sheet()}
      <section className={cx(css.hero, skin.hero)}>
        <div className={cx(css.words, skin.words)}>
          <h1 className={cx(css.title, skin.title)}>
            <span>{title}</span>
          </h1>
          <p className={cx(css.intro, skin.intro)}>{intro}</p>
          {points.length > 0 && (
            <ul className={cx(css.points, skin.points)}>
              {points.map((point) => (
                <li key={point}>
                  <Icon name="check" size="s" />
                  {point}
                </li>
              ))}
            </ul>
          )}
        </div>
        <figure className={cx(css.faces, skin.faces)}>
          {domain.assets.hero ? (
            <div className={FILLED.includes(hero) ? cx(css.photos, skin.photos, own.filling) : own.frame}>
              <OwnPicture sizes="(width >= 48em) 60vw, 100vw" />
            </div>
          ) : (
            <div className={cx(css.photos, skin.photos)}>
              {peopleOf(settings)
                .slice(0, SHOWN[hero])
                .map((person) => (
                  <Portrait
                    alt={t("landers.front.collageAlt")}
                    eager
                    figure={FIGURED.includes(hero)}
                    key={person.name}
                    person={person}
                  />
                ))}
            </div>
          )}
          <figcaption className={cx(css.caption, skin.caption)}>
            {t(domain.assets.hero ? "landers.front.picture" : "landers.front.collage")}
          </figcaption>
        </figure>
        <div className={cx(css.form, skin.form)}>{form}</div>
      </section>
    </div>
  );
}
