import type { ReactNode } from "react";
import css from "./badge.module.css";
import { cx } from "./cx.ts";

export type CountBadgeProps = {
  count: number;
  label: string;
  variant?: "unread" | "new" | "credit";
};

/** Capped at '99+'. Unread and new are hidden at zero; credit is red at zero and yellow above. */
export function CountBadge({ count, label, variant = "unread" }: CountBadgeProps) {
  if (count <= 0 && variant !== "credit") return null;
  const look = variant === "credit" ? (count > 0 ? css.creditLow : css.creditNone) : css[variant];
  return (
    <span className={cx(css.count, look)}>
      <span aria-hidden="true">{count > 99 ? "99+" : Math.max(0, count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** Something is new; screen readers hear what. */
export function Dot({ label }: { label: string }) {
  return (
    <span className={css.dot}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** The most credits with a badge. */
export const LOW_CREDITS = 10;

export function CreditBadge({ credits, label }: { credits: number; label: string }) {
  return credits > LOW_CREDITS ? null : <CountBadge count={credits} label={label} variant="credit" />;
}

export type BadgeProps = { tone?: "neutral" | "new" | "success" | "warning" | "photo"; children: ReactNode };

/** `photo` stays readable on pictures. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return <span className={cx(css.pill, css[`tone-${tone}`])}>{children}</span>;
}

/** The word for a fictional profile. app/layouts/theme.tsx turns its icon on. */
export function FictionalLabel({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={cx(className, css.fictional)}>{children}</span>;
}

export function FictionalBadge({ tone = "neutral", children }: BadgeProps) {
  return <FictionalLabel className={cx(css.pill, css[`tone-${tone}`])}>{children}</FictionalLabel>;
}
