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

export type IconPath = keyof typeof PNG_ICONS | typeof SVG_ICON;

export function isIcon(path: string): path is IconPath {
  return path === SVG_ICON || Object.hasOwn(PNG_ICONS, path);
}

/** The version changes with the icon, so caches keep it for a year. */
export function iconAddress(path: IconPath, version: string): string {
  return `${path}?v=${version}`;
}
