import { expect, test } from "vitest";
import { greyJpeg } from "#tests/setup/pictures.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { createPictureMaker } from "./picture-maker.ts";

const decoded: string[] = [];
const makePicture = createPictureMaker({
  sizeOf: async () => ({ width: 800, height: 600 }),
  make: async () => {
    decoded.push("a picture");
    return {
      full: new ArrayBuffer(1),
      card: new ArrayBuffer(1),
      thumb: new ArrayBuffer(1),
      size: { width: 800, height: 600 },
      preview: null,
      hash: null,
    };
  },
});
const make = (bytes: Uint8Array<ArrayBuffer>) =>
  makePicture(new File([bytes], "me.jpg"), async () => ({ allowed: true, retryAfterMs: 0 }));

test("a photo that lost a part of its data is not handed to the image service, which may draw the rest", async () => {
  const refused = await make(greyJpeg({ dc: 2, ac: 1 }, 512)).catch((error: AppError) => error.fields);
  expect(refused).toEqual([{ field: "file", code: "not_a_picture" }]);
  expect(decoded).toEqual([]);
  await make(greyJpeg({ dc: 0, ac: 0 }, 512));
  expect(decoded).toEqual(["a picture"]);
});
