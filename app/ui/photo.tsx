import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { InterestIcon } from "./interest-icon.tsx";
import css from "./photo.module.css";
import { initialOf, tintClass } from "./tint.ts";

export type PhotoProps = {
  src?: string | null;
  srcSet?: string;
  /** Blurred preview: a data URI, shown until the picture is there. */
  preview?: string | null;
  sizes?: string;
  alt: string;
  none?: string;
  name: string;
  ratio?: "portrait" | "square";
  state?: ReactNode;
  /** Overlay on a blurred picture with a lock, e.g. "Login to view more photos of Anna". */
  locked?: ReactNode;
  /** Disables lazy loading above the fold. */
  eager?: boolean;
  className?: string;
};

/** Fixed frame of 4:5 or 1:1, which prevents layout shift. */
export function Photo({
  src,
  srcSet,
  preview,
  sizes,
  alt,
  none,
  name,
  ratio = "portrait",
  state,
  locked,
  eager,
  className,
}: PhotoProps) {
  const tint = tintClass(name);
  return (
    <span className={cx(css.frame, css[ratio], tint, className)}>
      {src && preview && <img alt="" className={css.preview} fetchPriority="low" height={15} src={preview} width={12} />}
      {src ? (
        <img
          alt={alt}
          className={css.image}
          decoding="async"
          fetchPriority={eager ? "high" : undefined}
          height={ratio === "square" ? 400 : 500}
          loading={eager ? undefined : "lazy"}
          sizes={srcSet && sizes}
          src={src}
          srcSet={srcSet}
          width={400}
        />
      ) : (
        <NoPhoto alt={alt} name={name} none={none} />
      )}
      {locked && (
        <span className={css.locked}>
          <Icon name="lock" />
          {locked}
        </span>
      )}
      {state && !locked && (
        <span className={css.state}>
          <Icon name="clock" size="s" />
          {state}
        </span>
      )}
    </span>
  );
}

/** Scattered faintly behind the ring. */
const PATTERN = ["coffee", "music", "beach", "movies", "reading", "biking", "sushi", "art", "hiking"] as const;

/** A small ring on a pattern of interests: absence, not a portrait. */
function NoPhoto({ alt, name, none }: Pick<PhotoProps, "alt" | "name" | "none">) {
  return (
    <span className={css.fallback}>
      {alt && <span className="visually-hidden">{alt}</span>}
      <span aria-hidden="true" className={css.pattern}>
        {PATTERN.map((interest) => (
          <InterestIcon key={interest} name={interest} size="m" />
        ))}
      </span>
      <span className={css.absence}>
        <span aria-hidden="true" className={css.initial}>
          {initialOf(name)}
        </span>
        {none && <span className={css.none}>{none}</span>}
      </span>
    </span>
  );
}
