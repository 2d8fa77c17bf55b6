import type { ReactNode } from "react";
import css from "./tabs.module.css";

type Tab = { href: string; label: string; current?: boolean; badge?: ReactNode };
export type TabsProps = { label: string; tabs: readonly Tab[] };

/** Links, not ARIA tabs: each tab has its own URL. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className={css.bar} data-scrolls="">
      {tabs.map((tab) => (
        <a aria-current={tab.current ? "page" : undefined} className={css.tab} href={tab.href} key={tab.href}>
          {tab.label}
          {tab.badge}
        </a>
      ))}
    </nav>
  );
}
