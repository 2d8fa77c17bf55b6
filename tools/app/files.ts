import type { Translate } from "#locales/index.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { twaManifest } from "./android.ts";
import { dataSafety } from "./data-safety.ts";
import { iosFiles } from "./ios.ts";
import { storeFiles } from "./store.ts";

interface AppFiles {
  /** By path. */
  files: Record<string, string>;
  /** Nothing can be written. */
  problems: string[];
  /** What a store may refuse. */
  notes: string[];
}

/** What the stores and their tools need for the apps that the domain file names. */
export function appFiles(file: DomainFile, version: string, t: Translate): AppFiles {
  const { android_app: android, ios_app: ios, domain: host } = file.settings;
  const store = storeFiles(file);
  const problems = [
    ...(android || ios ? [] : ["names no app. Add `android_app` or `ios_app` to `settings` (docs/operating/app.md)"]),
    ...(host === "localhost" || host.endsWith(".localhost") ? [`\`domain\` is ${host}: an app needs the public host`] : []),
  ];
  if (problems.length > 0) return { files: {}, problems, notes: [] };
  const texts = { ...store.files, "data-safety.md": dataSafety(file) };
  const files = Object.fromEntries(
    Object.entries(texts).filter(([path]) => (android || !path.startsWith("android/")) && (ios || !path.startsWith("ios/"))),
  );
  if (android) files["android/twa-manifest.json"] = `${JSON.stringify(twaManifest(file, version, t), null, 2)}\n`;
  if (ios) for (const [path, text] of Object.entries(iosFiles(file, version))) files[`ios/${path}`] = text;
  files["README.md"] = readme(file);
  return { files, problems, notes: [...store.problems, ...notesOn(file)] };
}

function notesOn({ nudity, settings }: DomainFile): string[] {
  return [
    ...(nudity === "none"
      ? []
      : ["the site's photos may show nudity: both stores refuse such apps; give the package to members yourself"]),
    ...(Object.keys(settings.packages).length === 0
      ? []
      : ["the site sells credits: both stores ask for their own payment in apps, which this product does not have"]),
  ];
}

function readme({ id, settings: { name, domain: host, android_app: android, ios_app: ios } }: DomainFile): string {
  const parts = [
    `# Apps of ${name}`,
    `Written by \`npm run app -- ${id}\`. Write it anew after a change of name, colours, texts or version.`,
    android &&
      `## Android

The package shows https://${host} in Chrome, without an address bar (Trusted Web Activity). You need Node, a JDK 17 and the Android SDK;
Bubblewrap offers to fetch the last two.

1. \`cd android && npx @bubblewrap/cli@1.25.0 init --manifest=./twa-manifest.json\` the first time, if it asks for its set-up; then
   \`npx @bubblewrap/cli@1.25.0 update --skipVersionUpgrade\` makes the project.
2. \`npx @bubblewrap/cli@1.25.0 build\` makes the key on the first run. Keep \`android.keystore\` and its password: no update works without them.
3. \`keytool -list -v -keystore android.keystore -alias android\` shows the SHA-256. Put it, and that of Play's own signature, into
   \`android_app.certificates\` of the domain file and apply it. https://${host}/.well-known/assetlinks.json names them then.
4. \`fastlane supply\` sends texts and pictures of \`fastlane/\`. Answers on data: \`data-safety.md\`.`,
    ios &&
      `## iOS

The app shows https://${host} in a web view (Capacitor). You need a Mac with Xcode. Apple refuses apps that only show a website
(guideline 4.2); expect to be asked what the app adds.

1. \`cd ios && npm install && npx cap add ios\`.
2. Copy \`App.entitlements\` and \`PrivacyInfo.xcprivacy\` into \`ios/App/App\`, add the keys of \`Info.additions.plist\` to \`Info.plist\`, and use
   \`icon-1024.png\` in \`Assets.xcassets\`.
3. https://${host}/.well-known/apple-app-site-association names the app as soon as \`ios_app\` is applied.
4. \`fastlane deliver\` sends the texts of \`fastlane/\`. Push messages need Apple's own service, which this product does not speak: without it
   the app has none.`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
