import { expect, it } from "vitest";
import { firstPart, moved } from "./pictures.client.ts";

const LANDSCAPE = { width: 2000, height: 1000 };
const TALL = { width: 1000, height: 2000 };

it("cuts the largest 4:5 out of any picture, and leaves a face at the top in it", () => {
  expect(firstPart(LANDSCAPE)).toEqual({ x: 600, y: 0, width: 800, height: 1000 });
  const tall = firstPart(TALL);
  expect(tall).toMatchObject({ x: 0, width: 1000, height: 1250 });
  expect(tall.y).toBeCloseTo(210);
});

it("keeps the part within the picture, however far it is moved or zoomed", () => {
  const part = firstPart(TALL);
  expect(moved(part, TALL, { dy: -9 })).toMatchObject({ x: 0, y: 0 });
  expect(moved(part, TALL, { dx: 9, dy: 9 })).toMatchObject({ x: 0, y: 750 });
  const close = moved(part, TALL, { width: 10, least: 400 });
  expect(close).toMatchObject({ width: 400, height: 500, x: 300 });
  expect(moved(close, TALL, { dx: 9, dy: 9 })).toMatchObject({ x: 600, y: 1500 });
  expect(moved(close, TALL, { width: 99_999 })).toMatchObject({ x: 0, width: 1000, height: 1250 });
});

it("does not enlarge a picture that is smaller than the least part", () => {
  expect(moved(firstPart({ width: 300, height: 400 }), { width: 300, height: 400 }, { width: 1, least: 400 }).width).toBe(300);
});
