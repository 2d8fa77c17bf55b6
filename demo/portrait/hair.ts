import { longHair } from "./hair-long.ts";
import { shortHair } from "./hair-short.ts";
import type { PortraitSpec } from "./spec.ts";
import type { Hair } from "./strands.ts";

export function hair(spec: PortraitSpec): Hair {
  const drawn = longHair(spec) ?? shortHair(spec);
  if (!drawn) throw new Error(`no drawing for hair style ${spec.hairStyle}`);
  return drawn;
}
