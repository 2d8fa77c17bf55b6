/** Keyed by path; sides in pixels. */
export const PNG_ICONS = {
  "/icons/192.png": { size: 192, maskable: false },
  "/icons/512.png": { size: 512, maskable: false },
  "/icons/maskable-512.png": { size: 512, maskable: true },
  // Requested by browsers that ignore the manifest.
  "/favicon.ico": { size: 48, maskable: false },
  // Home screen of iOS, which rounds the corners itself.
  "/icons/touch-180.png": { size: 180, maskable: true },
} as const;
export const SVG_ICON = "/icons/icon.svg";

/** What messengers and networks show beside a shared link (ogp.me); in pixels. */
export const SHARE_PICTURE = { path: "/icons/share.png", width: 1200, height: 630 } as const;

export type IconPath = keyof typeof PNG_ICONS | typeof SVG_ICON | typeof SHARE_PICTURE.path;

export function isIcon(path: string): path is IconPath {
  return path === SVG_ICON || path === SHARE_PICTURE.path || Object.hasOwn(PNG_ICONS, path);
}

/** The version changes with the icon, so caches keep it for a year. */
export function iconAddress(path: IconPath, version: string): string {
  return `${path}?v=${version}`;
}
