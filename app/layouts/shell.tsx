import type { ReactNode } from "react";
import { LoadingBar } from "#app/ui/loading-bar.client.tsx";

export type ShellProps = {
  skipLabel: string;
  children: ReactNode;
};

export function Main({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main className={className} id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

export function Start({ label }: { label: string }) {
  return (
    <>
      <a className="skip-link" href="#main">
        {label}
      </a>
      <LoadingBar />
    </>
  );
}
