import type { ReactNode } from "react";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { PAGE_TRANSITIONS } from "#app/layouts/theme.tsx";
import figtree from "#app/styles/fonts/figtree.woff2?url";
import { staffEdge } from "#worker/server/edge/edge.ts";

/** The document of staff pages: no niche's colours, no manifest, and no search engine. */
export function StaffDocument({ children }: { children: ReactNode }) {
  const { nonce, viewer } = staffEdge();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <link as="font" crossOrigin="anonymous" href={figtree} rel="preload" type="font/woff2" />
        <link href="data:," rel="icon" />
        <style nonce={nonce}>{PAGE_TRANSITIONS}</style>
        {import.meta.env.DEV && <meta nonce={nonce} property="csp-nonce" />}
      </head>
      <body className="staff" data-author={viewer?.id} data-failed={WORDS.pageFailed} data-home={WORDS.work}>
        {children}
      </body>
    </html>
  );
}
