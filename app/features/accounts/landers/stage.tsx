import type { ReactNode } from "react";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { Drawn, type Lander, LanderFacts, LanderHead, LanderPlace, LanderText } from "./lander.tsx";
import css from "./stage.module.css";

export type StageProps = {
  lander: Lander;
  /** Full-window background; moving parts carry `data-moving`, or `data-moving="video"`. */
  backdrop: ReactNode;
  /** Label of the switch that stops motion (WCAG 2.2.2); works without JavaScript. */
  hold: string;
  /** The niche's own picture stands still, and is no drawing of ours. */
  own?: boolean;
  children?: ReactNode;
};

export function Stage({ lander, backdrop, hold, own = false, children }: StageProps) {
  return (
    <div className={css.stage}>
      <LanderHead lander={lander} />
      <div className={css.back}>
        <div className={css.screen}>{backdrop}</div>
      </div>
      <div className={css.content}>
        <div className={css.line}>
          <LanderPlace lander={lander} />
          <LanderText className={css.words} lander={lander} />
          {children}
          <div className={css.actions}>
            <ButtonLink className={css.jump} href="#signup" size="l">
              {edge().t("landers.front.closing.action")}
            </ButtonLink>
            {!own && (
              <label className={css.hold}>
                <input type="checkbox" />
                {hold}
              </label>
            )}
          </div>
        </div>
        <div className={css.form}>
          <SignupForm />
        </div>
        <div className={css.under}>
          <LanderFacts />
          <Drawn own={own} />
        </div>
      </div>
    </div>
  );
}
