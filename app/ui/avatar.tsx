import css from "./avatar.module.css";
import { cx } from "./cx.ts";
import { initialOf, tintClass } from "./tint.ts";

export type AvatarProps = {
  src?: string | null;
  name: string;
  /** Empty beside a visible name, which screen readers already read. */
  alt?: string;
  size?: "s" | "m" | "l" | "xl";
  /** Accessible name of the green dot, e.g. "online". */
  online?: string | false;
};

export function Avatar({ src, name, alt = "", size = "m", online }: AvatarProps) {
  return (
    <span className={cx(css.avatar, css[size], tintClass(name))}>
      {src ? (
        <img alt={alt} className={css.image} decoding="async" height={96} loading="lazy" src={src} width={96} />
      ) : (
        <>
          <span aria-hidden="true" className={css.initial}>
            {initialOf(name)}
          </span>
          {alt && <span className="visually-hidden">{alt}</span>}
        </>
      )}
      {online && <span aria-label={online} className={css.dot} role="img" />}
    </span>
  );
}
