import type { ReactNode } from "react";
import { DefaultShell } from "./default-shell.tsx";
import { Navigation } from "./navigation.tsx";

export function MemberError({ skipLabel, children }: { skipLabel: string; children: ReactNode }) {
  return (
    <DefaultShell nav={<Navigation />} skipLabel={skipLabel}>
      {children}
    </DefaultShell>
  );
}
