import type { Translate } from "#locales/index.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { SHARE_TARGET } from "#worker/sites/pwa/pwa.ts";

/** Bubblewrap writes it under an icon. */
const LAUNCHER_NAME = 12;
const PAPER = "#fbf8f5";
const NIGHT = "#17120f";

/**
 * What Bubblewrap (Chrome's tool for Trusted Web Activities) builds an Android package from. `version` as in package.json; the
 * stores want a growing whole number. `t` speaks the site's language: the launcher shows one.
 */
export function twaManifest(file: DomainFile, version: string, t: Translate) {
  const { name, domain: host, android_app: app } = file.settings;
  const primary = themeOf(file.settings).primary;
  const icon = (path: string) => `https://${host}/icons/${path}`;
  const shortcut = (label: string, url: string) => ({ name: label, shortName: label, url, chosenIconUrl: icon("192.png") });
  return {
    packageId: app?.package,
    host,
    name,
    launcherName: name.slice(0, LAUNCHER_NAME),
    display: "standalone",
    orientation: "default",
    themeColor: primary,
    themeColorDark: primary,
    navigationColor: PAPER,
    navigationColorDark: NIGHT,
    navigationDividerColor: PAPER,
    navigationDividerColorDark: NIGHT,
    backgroundColor: PAPER,
    enableNotifications: true,
    startUrl: "/?app=1",
    iconUrl: icon("512.png"),
    maskableIconUrl: icon("maskable-512.png"),
    splashScreenFadeOutDuration: 300,
    signingKey: { path: "./android.keystore", alias: "android" },
    appVersionName: version,
    appVersionCode: versionCode(version),
    shortcuts: [shortcut(t("nav.messages"), "/chats"), shortcut(t("nav.likes"), "/likes")],
    shareTarget: { ...SHARE_TARGET, method: "POST" },
    generatorApp: "bubblewrap-cli",
    webManifestUrl: `https://${host}/manifest.webmanifest`,
    fullScopeUrl: `https://${host}/`,
    fallbackType: "customtabs",
    features: {},
    alphaDependencies: { enabled: false },
    enableSiteSettingsShortcut: true,
    isChromeOSOnly: false,
    isMetaQuest: false,
    minSdkVersion: 23,
    fingerprints: (app?.certificates ?? []).map((value) => ({ value })),
    additionalTrustedOrigins: [],
    retainedBundles: [],
  };
}

/** 1.12.3 is 1012003. */
export function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}
