import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { LoadingBar } from "#app/ui/loading-bar.client.tsx";
import css from "./layout.module.css";

type ShellProps = {
  skipLabel: string;
  children: ReactNode;
};

function Main({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main className={className} id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

function Start({ label }: { label: string }) {
  return (
    <>
      <a className="skip-link" href="#main">
        {label}
      </a>
      <LoadingBar />
    </>
  );
}

export type DefaultShellProps = ShellProps & { nav: ReactNode; banners?: ReactNode; footer?: ReactNode };

/** Pages bring their own `.container`. */
export function DefaultShell({ skipLabel, nav, banners, footer, children }: DefaultShellProps) {
  return (
    <div className={cx(css.shell, "layout-default")}>
      <Start label={skipLabel} />
      {nav}
      {banners && <div className={cx("container", css.banners)}>{banners}</div>}
      <Main className={css.main}>{children}</Main>
      {footer}
    </div>
  );
}

/** Content of exactly the window's height; the parts inside scroll. */
export function ChatShell({ skipLabel, children }: ShellProps) {
  return (
    <div className={cx(css.chat, "layout-chat")}>
      <Start label={skipLabel} />
      <Main className={css.chatMain}>{children}</Main>
    </div>
  );
}

export type LanderShellProps = ShellProps & { logo: ReactNode; end?: ReactNode; footer?: ReactNode };

export function LanderShell({ skipLabel, logo, end, footer, children }: LanderShellProps) {
  return (
    <div className={cx(css.shell, "layout-lander")}>
      <Start label={skipLabel} />
      <header className={css.landerBar}>
        {logo}
        {end && <div className={css.end}>{end}</div>}
      </header>
      <Main className={css.main}>{children}</Main>
      {footer}
    </div>
  );
}

export type EmptyShellProps = ShellProps & { logo: ReactNode; end?: ReactNode };

/** Content centred in the window, with only the logo above. */
export function EmptyShell({ skipLabel, logo, end, children }: EmptyShellProps) {
  return (
    <div className={cx(css.shell, css.empty, "layout-empty")}>
      <Start label={skipLabel} />
      <header className={css.landerBar}>
        {logo}
        {end && <div className={css.end}>{end}</div>}
      </header>
      <Main className={css.emptyMain}>{children}</Main>
    </div>
  );
}
