// Not in root.tsx: the browser build duplicates the assets that a route module imports.
import "#app/styles/base.css";
import bricolage from "#app/styles/fonts/bricolage.woff2?url";
import cormorant from "#app/styles/fonts/cormorant.woff2?url";
import figtree from "#app/styles/fonts/figtree.woff2?url";
import fraunces from "#app/styles/fonts/fraunces.woff2?url";
import nunito from "#app/styles/fonts/nunito.woff2?url";
import { edge } from "#worker/server/edge/edge.ts";
import { assetAddress, FONT_NAME } from "#worker/sites/domains/assets.vocabulary.ts";
import { BASE_THEME, type Theme as Colours, type Face, faceOf, themeOf } from "#worker/sites/domains/niches.vocabulary.ts";

// The whole sheet, client components included: scripts/style-sheets.ts divides it in a build. The bundler drops unused
// sheets, hence the count.
// Frames of photos stand before the features, which override them.
const frames = import.meta.glob("../ui/photo.module.css", { eager: true, import: "default" });
const sheets = import.meta.glob(["../**/*.module.css", "!../routes/server/dev/**"], { eager: true, import: "default" });
if ([frames, sheets].some((found) => Object.keys(found).length === 0)) throw new Error("no style sheets");

const DISPLAY = { fraunces, figtree, bricolage, cormorant, nunito } as const satisfies Record<Face["font"], string>;
const FAMILIES = {
  fraunces: null,
  figtree: "var(--font-text)",
  bricolage: '"Bricolage", var(--font-text)',
  cormorant: '"Cormorant", "Fraunces as Times", "Fraunces as Georgia", serif',
  nunito: '"Nunito", var(--font-text)',
} as const satisfies Record<Face["font"], string | null>;
/** Those of single niches have no rule in the sheets. */
const FACES: Partial<Record<Face["font"], { name: string; weights: string }>> = {
  bricolage: { name: "Bricolage", weights: "600 800" },
  cormorant: { name: "Cormorant", weights: "500 700" },
  nunito: { name: "Nunito", weights: "700 900" },
};
export const CHAT = /^\/chats\/(?!requests$).|\/chat$/;
/** In rem: small, medium, large. `soft` is that of tokens.css. */
const RADII = { sharp: [0.125, 0.1875, 0.25], soft: null, round: [0.75, 1.25, 2] } as const;

/** Chromium asks at the body's start, before a linked sheet has come (w3c/csswg-drafts#13758). */
export const PAGE_TRANSITIONS = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/** Preloads the fonts before the style sheet requests them. A chat has headings only beside the list of wide windows. */
export function Fonts({ chat }: { chat: boolean }) {
  const { settings, domain } = edge();
  const { font } = domain.assets;
  const fonts = new Set([figtree, font ? assetAddress(font, FONT_NAME) : DISPLAY[faceOf(settings).font]]);
  const headings = chat ? "(width >= 62em)" : undefined;
  return [...fonts].map((href) => (
    <link
      as="font"
      crossOrigin="anonymous"
      href={href}
      key={href}
      media={href === figtree ? undefined : headings}
      rel="preload"
      type="font/woff2"
    />
  ));
}

/** Colours and the face that this domain overrides. Settings are validated; characters that could end a rule are dropped anyway. */
export function Theme() {
  const { settings, nonce, domain } = edge();
  const colours = Object.entries(themeOf(settings)) as [keyof Colours, string][];
  const rules = colours
    .filter(([name, colour]) => colour !== BASE_THEME[name])
    .map(([name, colour]) => `--brand-${name}:${colour.replaceAll(/[^\w#(),.%\s-]/g, "")}`);
  rules.push(...faceRules(faceOf(settings)));
  if (settings.fictional_icon) rules.push('--fictional-icon:""');
  const { font } = domain.assets;
  if (font) rules.push(`--font-display:"Own",var(--font-text)`);
  const root = rules.length > 0 ? `:root{${rules.join(";")}}` : "";
  return <style nonce={nonce}>{PAGE_TRANSITIONS + displayFont(settings, font) + root}</style>;
}

/** Like our own fonts: a late font waits for the next page (decision 26). */
function displayFont(settings: Parameters<typeof faceOf>[0], own: { hash: string } | null | undefined): string {
  const { font } = faceOf(settings);
  const face = own ? { name: "Own", weights: "100 900" } : FACES[font];
  if (!face) return "";
  const source = `src:url(${own ? assetAddress(own, FONT_NAME) : DISPLAY[font]}) format("woff2")`;
  return `@font-face{font-family:"${face.name}";font-weight:${face.weights};font-display:optional;${source}}`;
}

function faceRules({ font, radius, mood }: Face): string[] {
  const [family, radii] = [FAMILIES[font], RADII[radius]];
  return [
    ...(family ? [`--font-display:${family}`] : []),
    ...(radii ? ["--radius-s", "--radius-m", "--radius-l"].map((name, index) => `${name}:${radii[index]}rem`) : []),
    ...(mood === "auto" ? [] : [`color-scheme:${mood}`]),
  ];
}

/** For the browser's own parts before the style sheet has arrived. */
export function colorScheme(): string {
  const { mood } = faceOf(edge().settings);
  return mood === "auto" ? "light dark" : mood;
}
