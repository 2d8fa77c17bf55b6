import { z } from "zod";
import { type FieldText, withTexts } from "./field-texts.vocabulary.ts";

const android = z.strictObject(
  withTexts(
    {
      package: z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, "a name such as com.example.dating"),
      certificates: z
        .array(
          z.string().regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, "32 pairs of capital hex digits with colons between (SHA-256)"),
        )
        .min(1),
    },
    {
      package: ["Name of the Android package; never change it.", "com.example.dating"],
      certificates: [
        "SHA-256 of the certificates that sign the package: your own, and that of the store where it signs anew.",
        [Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, "0").toUpperCase()).join(":")],
      ],
    },
  ),
);

const ios = z.strictObject(
  withTexts(
    {
      team: z.string().regex(/^[A-Z0-9]{10}$/, "ten capital letters and digits"),
      bundle: z.string().regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, "a name such as com.example.dating"),
    },
    {
      team: ["Apple's id of the developer team.", "ABCDE12345"],
      bundle: ["Bundle id of the app; never change it.", "com.example.dating"],
    },
  ),
);

/** Apps that open the site's links, and use its passwords and passkeys. */
export const appSettings = { android_app: android.nullable().default(null), ios_app: ios.nullable().default(null) };
export const APP_TEXTS: { [K in keyof typeof appSettings]: FieldText } = {
  android_app: [
    "The Android app of the site, which `npm run app` prepares: links of the site open in it. Null is none.",
    { package: "com.example.dating", certificates: [Array.from({ length: 32 }, () => "AB").join(":")] },
  ],
  ios_app: ["The app for iOS. Null is none.", { team: "ABCDE12345", bundle: "com.example.dating" }],
};
