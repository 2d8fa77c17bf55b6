import { cx } from "./cx.ts";
import css from "./icon.module.css";

export const ICONS = [
  "search",
  "message",
  "cards",
  "heart",
  "heart-filled",
  "star",
  "user",
  "users",
  "woman",
  "man",
  "settings",
  "logout",
  "menu",
  "chevron-down",
  "chevron-up",
  "chevron-left",
  "chevron-right",
  "close",
  "check",
  "check-double",
  "check-circle",
  "verified",
  "send",
  "back",
  "globe",
  "camera",
  "pin",
  "edit",
  "flag",
  "block",
  "more",
  "eye",
  "eye-off",
  "coin",
  "crown",
  "mail",
  "lock",
  "bell",
  "bell-off",
  "filter",
  "plus",
  "info",
  "warning",
  "alert",
  "clock",
  "gift",
  "shield",
  "retry",
  "home",
  "trash",
  "thumbs-up",
  "key",
  "device",
  "desktop",
  "download",
  "pause",
  "play",
  "microphone",
  "phone",
  "video",
  "microphone-off",
  "phone-off",
  "hang-up",
  "video-off",
  "smoking",
  "child",
  "glass",
  "learning",
  "work",
  "paw",
  "sport",
  "height",
  "beliefs",
  "diet",
] as const;
export type IconName = (typeof ICONS)[number];

export type IconProps = { name: IconName; size?: "s" | "m" | "l"; className?: string; label?: string };

/** From public/icons.svg; decorative without a label. */
export function Icon({ name, size = "m", className, label }: IconProps) {
  const named = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return (
    <svg className={cx(css.icon, css[size], className)} {...named}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
