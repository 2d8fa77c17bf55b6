import type { Interest } from "#db/schema/interests.ts";
import { cx } from "./cx.ts";
import icon from "./icon.module.css";

export type InterestIconProps = { name: Interest; size?: "s" | "m" | "l" };

/** From public/interests.svg, which only pages with interests load. Decorative beside its label. */
export function InterestIcon({ name, size = "s" }: InterestIconProps) {
  return (
    <svg aria-hidden="true" className={cx(icon.icon, icon[size], icon.line)}>
      <use href={`/interests.svg#${name}`} />
    </svg>
  );
}
