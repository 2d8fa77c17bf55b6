import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import css from "./photo.module.css";

export type PhotoProps = {
  /** Null or missing draws the initial of `name`. */
  src?: string | null;
  srcSet?: string;
  sizes?: string;
  alt: string;
  name: string;
  ratio?: "portrait" | "square";
  /** A state laid over the picture, e.g. 'Picture being inspected'. */
  state?: ReactNode;
  /** Laid over a blurred picture with a lock, e.g. "Login to view more photos of Anna". */
  locked?: ReactNode;
  /** The first pictures of a page load at once, the rest when they come near. */
  eager?: boolean;
  className?: string;
};

/** A picture in a fixed frame: 4:5, or a square. Nothing moves when it arrives. */
export function Photo({ src, srcSet, sizes, alt, name, ratio = "portrait", state, locked, eager, className }: PhotoProps) {
  return (
    <div className={cx(css.frame, css[ratio], css[tintOf(name)], className)}>
      {src ? (
        <img
          alt={alt}
          className={css.image}
          decoding="async"
          fetchPriority={eager ? "high" : undefined}
          height={ratio === "square" ? 400 : 500}
          loading={eager ? undefined : "lazy"}
          sizes={sizes}
          src={src}
          srcSet={srcSet}
          width={400}
        />
      ) : (
        <Monogram alt={alt} name={name} />
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
    </div>
  );
}

/** The initial, in a colour derived from the name. */
function Monogram({ alt, name }: { alt: string; name: string }) {
  return (
    <span className={css.fallback}>
      {alt && <span className="visually-hidden">{alt}</span>}
      <span aria-hidden="true" className={css.initial}>
        {initialOf(name)}
      </span>
    </span>
  );
}

/** The first character as people see it: an emoji or a letter with its accent counts as one. */
export function initialOf(name: string): string {
  return Array.from(name.normalize("NFC").trim())[0]?.toLocaleUpperCase() ?? "";
}

/** The same name always gets the same of four tints. */
export function tintOf(name: string): "tint1" | "tint2" | "tint3" | "tint4" {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (["tint1", "tint2", "tint3", "tint4"] as const)[sum % 4] ?? "tint1";
}
