import type { ReactNode } from "react";
import { ButtonLink, type ButtonLinkProps } from "./button.tsx";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";

export type ResultMessageProps = EmptyStateProps & {
  onwards: Omit<ButtonLinkProps, "children"> & { label: ReactNode };
};

export function ResultMessage({ onwards: { label, ...link }, ...said }: ResultMessageProps) {
  return <EmptyState {...said} action={<ButtonLink {...link}>{label}</ButtonLink>} level={1} />;
}
