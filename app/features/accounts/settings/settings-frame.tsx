import type { ReactNode } from "react";
import { Title } from "#app/head/title.tsx";
import { pathOf } from "#app/request/path.ts";
import { Saved } from "#app/request/saved.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { rowAt, settingsSections } from "./sections.ts";
import css from "./settings-frame.module.css";

export interface SettingsFrameProps {
  title?: string;
  intro?: ReactNode;
  actions?: ReactNode;
  saved?: Readonly<Record<string, Key>>;
  children: ReactNode;
}

export function SettingsFrame({ title, intro, actions, saved, children }: SettingsFrameProps) {
  const { t } = edge();
  const row = rowAt(pathOf());
  const name = title ?? (row ? t(row.title) : t("nav.settings"));
  return (
    <div className={`container page ${css.frame}`}>
      <Title>{name}</Title>
      <SideList current={row?.href} />
      <div className={css.main}>
        <nav aria-label={t("settings.path")}>
          <ol className={css.path}>
            <li>
              <a className={css.back} href="/settings">
                <Icon name="chevron-left" size="s" />
                {t("nav.settings")}
              </a>
            </li>
            <li aria-current="page" className={css.here}>
              {name}
            </li>
          </ol>
        </nav>
        <PageHeader actions={actions} intro={intro} title={name} />
        <div className={css.content}>
          <Saved texts={saved} />
          {children}
        </div>
      </div>
    </div>
  );
}

function SideList({ current }: { current: string | undefined }) {
  const { t } = edge();
  return (
    <nav aria-label={t("settings.pages")} className={css.side}>
      {settingsSections().map(({ title, rows }) => (
        <div key={title}>
          <p className={css.heading} id={`side-${title}`}>
            {t(title)}
          </p>
          <ul aria-labelledby={`side-${title}`} className={css.list}>
            {rows.map(({ href, icon, title }) => (
              <li key={href}>
                <a aria-current={href === current ? "page" : undefined} className={css.link} href={href}>
                  <Icon name={icon} size="s" />
                  <span>{t(title)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
