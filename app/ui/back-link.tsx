import { Icon } from "./icon.tsx";
import { StandaloneLink } from "./standalone-link.tsx";

export type BackLinkProps = { href: string; label: string };

/** To the page above this one. Its words stand at the edge of the column, unlike those of a button. */
export function BackLink({ href, label }: BackLinkProps) {
  return (
    <StandaloneLink href={href}>
      <Icon name="chevron-left" size="s" />
      {label}
    </StandaloneLink>
  );
}
