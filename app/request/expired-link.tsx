import type { ReactNode } from "react";
import { ResultMessage, type ResultMessageProps } from "#app/ui/result-message.tsx";
import { edge } from "#worker/server/edge/edge.ts";

type ExpiredLinkProps = Pick<ResultMessageProps, "onwards"> & {
  /** For links that cannot be requested anew. */
  title?: string;
  children: ReactNode;
};

export function ExpiredLink({ onwards, title, children }: ExpiredLinkProps) {
  return (
    <ResultMessage icon="clock" onwards={{ size: "l", ...onwards }} title={title ?? edge().t("errors.link_expired")}>
      {children}
    </ResultMessage>
  );
}
