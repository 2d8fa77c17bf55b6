import type { ReactNode } from "react";
import { edge } from "#worker/edge/edge.ts";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { DefaultShell, LanderShell } from "./shells.tsx";

interface ErrorShellProps {
  member: boolean;
  children: ReactNode;
}

export function ErrorShell({ member, children }: ErrorShellProps) {
  const skipLabel = edge().t("app.skip");
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      {member ? (
        <DefaultShell nav={<Navigation />} skipLabel={skipLabel}>
          {children}
        </DefaultShell>
      ) : (
        <LanderShell logo={<Logo href="/" />} skipLabel={skipLabel}>
          {children}
        </LanderShell>
      )}
    </>
  );
}
