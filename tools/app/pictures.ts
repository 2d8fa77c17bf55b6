import { decode, encode } from "fast-png";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { pngIcon } from "#worker/sites/pwa/icon.ts";
import { sharePicture } from "#worker/sites/pwa/share.ts";

/** In pixels, as Google Play asks: "Add preview assets". */
const FEATURE_GRAPHIC = { width: 1024, height: 500 };

/** Pictures for both stores by path. */
export function storePictures({ settings }: Pick<DomainFile, "settings">): Record<string, Uint8Array> {
  const look = { name: settings.name, colour: themeOf(settings).primary };
  const square = { ...look, maskable: true };
  return {
    ...(settings.android_app && {
      "android/fastlane/metadata/android/images/icon.png": pngIcon(square, 512),
      "android/fastlane/metadata/android/images/featureGraphic.png": sharePicture(look, FEATURE_GRAPHIC),
    }),
    ...(settings.ios_app && { "ios/icon-1024.png": withoutAlpha(pngIcon(square, 1024)) }),
  };
}

/** The App Store refuses icons with an alpha channel. */
function withoutAlpha(png: Uint8Array): Uint8Array {
  const { width, height, data } = decode(png);
  const opaque = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    opaque.set(data.subarray(pixel * 4, pixel * 4 + 3) as Uint8Array, pixel * 3);
  return encode({ width, height, data: opaque, channels: 3, depth: 8 });
}
