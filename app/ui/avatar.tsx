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
  /** Loaded when it comes near the window, for rows far down a list. */
  lazy?: boolean | undefined;
};

export function Avatar({ src, name, alt = "", size = "m", online, lazy }: AvatarProps) {
  return (
    <span className={cx(css.avatar, css[size], tintClass(name))}>
      {src ? (
        // Decoded with its frame: small pictures cost little, and a kept one never shows as a flat disc first.
        <img
          alt={alt}
          className={css.image}
          decoding="sync"
          height={96}
          loading={lazy ? "lazy" : undefined}
          src={src}
          width={96}
        />
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
