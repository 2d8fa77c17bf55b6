import type { ReactElement, ReactNode } from "react";

type Links = { children: (false | null | undefined | ReactElement<{ href?: string }>)[] };

/** The addresses that `loadCss()` links. As elements in the payload React would load them at once. */
export function sheetsOf(links: ReactNode): string[] {
  const made = ((links as ReactElement).type as () => ReactElement<Links> | Promise<unknown>)();
  // In development the links come later, and Vite adds the styles of client components by itself.
  if (made instanceof Promise) return [];
  const children = made.props.children.flat(2) as Links["children"];
  return children.flatMap((link) => (link ? (link.props.href ?? []) : []));
}

/** With the mode in which plugin-rsc links sheets: a browser loads a sheet once in each mode. */
export function LaterSheets({ sheets }: { sheets: string[] }) {
  return sheets.map((href) => <link crossOrigin="anonymous" href={href} key={href} precedence="part" rel="stylesheet" />);
}
