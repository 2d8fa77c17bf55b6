import { cx } from "./cx.ts";
import { Icon, type IconProps } from "./icon.tsx";
import css from "./round-icon.module.css";

export function RoundIcon({ name, size = "m" }: { name: IconProps["name"]; size?: "m" | "l" }) {
  return (
    <span className={cx(css.round, css[size])}>
      <Icon name={name} size={size} />
    </span>
  );
}
