import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { kindsOf } from "./data-safety.ts";

/** Of the npm packages `@capacitor/*`, which are installed in the folder of the app alone. */
const CAPACITOR = "8.5.2";

/** Files by path for a Capacitor app that shows the site. */
export function iosFiles(file: DomainFile, version: string): Record<string, string> {
  const { name, domain: host, ios_app: app } = file.settings;
  const config = {
    appId: app?.bundle,
    appName: name,
    webDir: "www",
    server: { url: `https://${host}/?app=1`, allowNavigation: [host] },
    ios: { contentInset: "automatic", limitsNavigationsToAppBoundDomains: true, scheme: name.replace(/\W/g, "") || "App" },
  };
  const packages = { "@capacitor/cli": CAPACITOR, "@capacitor/core": CAPACITOR, "@capacitor/ios": CAPACITOR };
  return {
    "package.json": json({ name: file.id, version, private: true, dependencies: packages }),
    "capacitor.config.json": json(config),
    "www/index.html": `<!doctype html><meta charset="utf-8"><title>${escaped(name)}</title>\n`,
    "App.entitlements": plist({
      "com.apple.developer.associated-domains": [`applinks:${host}`, `webcredentials:${host}`],
    }),
    "Info.additions.plist": plist({
      WKAppBoundDomains: [host],
      NSCameraUsageDescription: `${name} uses the camera when you take a photo for your profile or a chat.`,
      NSPhotoLibraryUsageDescription: `${name} reads the photos that you choose to show or send.`,
      ITSAppUsesNonExemptEncryption: false,
    }),
    "PrivacyInfo.xcprivacy": plist({
      NSPrivacyTracking: false,
      NSPrivacyTrackingDomains: [],
      NSPrivacyAccessedAPITypes: [],
      NSPrivacyCollectedDataTypes: collected(file.settings),
    }),
  };
}

/** As `data-safety.md` says. Apple asks for each kind once. */
function collected(settings: DomainFile["settings"]): Plist[] {
  const kinds = new Set(kindsOf(settings).map(({ manifest }) => manifest));
  return [...kinds].map((kind) => ({
    NSPrivacyCollectedDataType: `NSPrivacyCollectedDataType${kind}`,
    NSPrivacyCollectedDataTypeLinked: true,
    NSPrivacyCollectedDataTypeTracking: false,
    NSPrivacyCollectedDataTypePurposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"],
  }));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

type Plist = string | boolean | readonly Plist[] | { readonly [key: string]: Plist };

/** Apple property list, version 1.0. */
function plist(values: Record<string, Plist>): string {
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">`;
  return `${head}\n${element(values)}\n</plist>\n`;
}

function element(value: Plist): string {
  if (typeof value === "boolean") return `<${value}/>`;
  if (typeof value === "string") return `<string>${escaped(value)}</string>`;
  if (isList(value)) return value.length === 0 ? "<array/>" : `<array>${value.map(element).join("")}</array>`;
  const lines = Object.entries(value).flatMap(([key, one]) => [`  <key>${escaped(key)}</key>`, `  ${element(one)}`]);
  return `<dict>\n${lines.join("\n")}\n</dict>`;
}

function isList(value: Plist): value is readonly Plist[] {
  return Array.isArray(value);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
