import type { ReactNode } from "react";
import css from "./card.module.css";
import { cx } from "./cx.ts";
import { noBreak } from "./no-break.tsx";

export type CardProps = {
  title?: ReactNode;
  level?: 1 | 2 | 3;
  children: ReactNode;
  footer?: ReactNode;
  padding?: "m" | "l";
  className?: string;
  id?: string;
};

export function Card({ title, level = 2, children, footer, padding = "m", className, id }: CardProps) {
  const Heading = `h${level}` as const;
  const Frame = title ? "section" : "div";
  return (
    <Frame className={cx(css.card, css[padding], className)} id={id}>
      {title && <Heading className={css.title}>{noBreak(title)}</Heading>}
      {children}
      {footer && <div className={css.footer}>{footer}</div>}
    </Frame>
  );
}
