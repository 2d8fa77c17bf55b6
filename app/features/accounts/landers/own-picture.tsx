import { cx } from "#app/ui/cx.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { assetAddress, HERO_WIDTHS, heroName } from "#worker/sites/domains/assets.vocabulary.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";
import css from "./own-picture.module.css";

/** The niche's hero picture; nothing without one. `sizes` as in HTML. */
export function OwnPicture({ sizes, className }: { sizes: string; className?: string }) {
  const { domain, language } = edge();
  const { hero } = domain.assets;
  if (!hero) return null;
  const address = (width: number) => assetAddress(hero, heroName(width));
  return (
    <img
      alt={sayOwn(domain.words.picture, language) ?? ""}
      className={cx(css.picture, className)}
      decoding="async"
      fetchPriority="high"
      sizes={sizes}
      src={address(800)}
      srcSet={HERO_WIDTHS.map((width) => `${address(width)} ${width}w`).join(", ")}
    />
  );
}
