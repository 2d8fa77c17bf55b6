import { Component, type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { ErrorPage } from "#app/ui/error-page.tsx";
import { treeOf } from "./outlet.client.tsx";
import type { Page } from "./page.ts";
import { restoreTyped } from "./typed-before-hydration.ts";

/** Texts for a page that React cannot show. */
interface Texts {
  title: string;
  failed: string;
  home: string;
}

export function PageRoot({ page }: { page: Page }) {
  const [outermost, show] = useState(page.outermost);
  useLayoutEffect(() => page.watch((next) => startTransition(() => show(next))), [page]);
  // Effects of the parts come before those of the root.
  useLayoutEffect(restoreTyped, []);
  return <Boundary>{treeOf(outermost)}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  // Read before React empties the document.
  readonly #lang = document.documentElement.lang;
  readonly #texts = textsOf(document.body);
  readonly #sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(({ href }) => href);

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { title, failed, home } = this.#texts;
    return (
      <html lang={this.#lang}>
        <head>
          <meta charSet="utf-8" />
          <meta content="width=device-width, initial-scale=1, viewport-fit=cover" name="viewport" />
          <title>{title}</title>
          {this.#sheets.map((href) => (
            <link crossOrigin="anonymous" href={href} key={href} rel="stylesheet" />
          ))}
        </head>
        <body>
          <main>
            <ErrorPage link={{ href: "/", label: home }} message={failed} />
          </main>
        </body>
      </html>
    );
  }
}

function textsOf({ dataset }: HTMLElement): Texts {
  return { title: document.title, failed: dataset.failed ?? "", home: dataset.home ?? "" };
}
