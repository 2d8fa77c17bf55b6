import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./flow-frame.module.css";

const STEPS = ["you", "account", "people", "photo", "profile"] as const;
type FlowStep = (typeof STEPS)[number];

export type FlowFrameProps = { step: FlowStep; children: ReactNode; size?: "narrow" | "medium" | "wide" };

export function FlowFrame({ step, children, size = "narrow" }: FlowFrameProps) {
  const { t } = edge();
  const at = STEPS.indexOf(step);
  return (
    <div className={cx("container", css.frame, css[size])}>
      <ol aria-label={t("signup.joining.progress", { step: at + 1, total: STEPS.length })} className={css.steps}>
        {STEPS.map((name, index) => (
          <li
            aria-current={index === at ? "step" : undefined}
            className={cx(css.step, index < at && css.done, index === at && css.current)}
            key={name}
          >
            <span className={css.mark}>{index < at ? <Icon name="check" size="s" /> : index + 1}</span>
            <span>{t(`signup.joining.steps.${name}`)}</span>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
