import type { ReactNode } from "react";
import { ResultMessage, type ResultMessageProps } from "#app/ui/result-message.tsx";
import { edge } from "#worker/edge/edge.ts";

export function ExpiredLink({ onwards, children }: Pick<ResultMessageProps, "onwards"> & { children: ReactNode }) {
  return (
    <ResultMessage icon="clock" onwards={{ size: "l", ...onwards }} title={edge().t("errors.link_expired")}>
      {children}
    </ResultMessage>
  );
}
