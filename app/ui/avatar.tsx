import css from "./avatar.module.css";
import { cx } from "./cx";
import { initialOf, tintOf } from "./photo";
import tints from "./photo.module.css";

export type AvatarProps = {
  src?: string | null;
  name: string;
  /** Empty beside a visible name, so that it is not read twice. */
  alt?: string;
  size?: "s" | "m" | "l" | "xl";
  /** A green dot with this as its accessible name, e.g. "online". */
  online?: string | false;
};

export function Avatar({ src, name, alt = "", size = "m", online }: AvatarProps) {
  return (
    <span className={cx(css.avatar, css[size], tints[tintOf(name)])}>
      {src ? (
        <img alt={alt} className={css.image} decoding="async" height={96} loading="lazy" src={src} width={96} />
      ) : (
        <span aria-hidden={alt ? undefined : true} aria-label={alt || undefined} className={css.initial} role={alt ? "img" : undefined}>
          {initialOf(name)}
        </span>
      )}
      {online && <span aria-label={online} className={css.dot} role="img" />}
    </span>
  );
}
