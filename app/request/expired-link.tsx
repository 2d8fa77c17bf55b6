import type { ReactNode } from "react";
import { Outcome, type OutcomeProps } from "#app/ui/outcome.tsx";
import { edge } from "#worker/edge/edge.ts";

/** A mail's link that was used, was replaced, ran out or never was: what that means, and the way on. */
export function ExpiredLink({ onwards, children }: Pick<OutcomeProps, "onwards"> & { children: ReactNode }) {
  return (
    <Outcome icon="clock" onwards={{ size: "l", ...onwards }} title={edge().t("errors.link_expired")}>
      {children}
    </Outcome>
  );
}
