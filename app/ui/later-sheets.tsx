import type { ReactElement, ReactNode } from "react";

type Links = { children: (false | null | undefined | ReactElement<{ href?: string }>)[] };

/** Addresses of what `loadCss()` links. React loads a link that a payload holds at once; a client component shows it later. */
export function sheetsOf(links: ReactNode): string[] {
  const made = ((links as ReactElement).type as () => ReactElement<Links> | Promise<unknown>)();
  // In development the links come later, and Vite adds the styles of client components by itself.
  if (made instanceof Promise) return [];
  const children = made.props.children.flat(2) as Links["children"];
  return children.flatMap((link) => (link ? (link.props.href ?? []) : []));
}

export function LaterSheets({ sheets }: { sheets: string[] }) {
  return sheets.map((href) => <link href={href} key={href} precedence="part" rel="stylesheet" />);
}
