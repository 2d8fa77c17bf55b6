import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./bell.module.css";

export function Bell({ dot, current }: { dot: ReactNode; current: boolean }) {
  const { t } = edge();
  return (
    <a aria-current={current ? "page" : undefined} className={css.bell} href="/notifications">
      <Icon name="bell" />
      <span className="visually-hidden">{t("notifications.title")}</span>
      {dot}
    </a>
  );
}
