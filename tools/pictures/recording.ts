// `npm run pictures -- recording`: Anna and Ben chat in two browsers, side by side, in the time it took.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { animatedWebp, type Frame } from "./animated-webp.ts";
import { capture, openDemo, PICTURES } from "./demo-browser.ts";
import { openChats, write } from "./demo-chat.ts";

const VIEW = { width: 430, height: 480 };
const GAP = 12;
const HEAD = 36;
const SIZE = { width: 2 * VIEW.width + 3 * GAP, height: HEAD + VIEW.height + GAP };
const NAMES = ["Anna", "Ben"];
/** In ms. */
const FIRST_SHOWN_FOR = 500;
const LAST_SHOWN_FOR = 1500;

interface Shot {
  at: number;
  views: Buffer[];
}

const demo = await openDemo();
const { anna, ben } = await openChats(demo, { viewport: VIEW, isMobile: true, hasTouch: true });
const shots = await film([anna, ben], async () => {
  await pause(FIRST_SHOWN_FOR);
  await write(anna, ben, "Keep me a chair in the sun");
  await write(ben, anna, "With a view, too");
});
const frames = await compose(shots);
await demo.close();
const picture = animatedWebp(SIZE.width, SIZE.height, frames);
writeFileSync(join(PICTURES, "chat-live.webp"), picture);
const seconds = frames.reduce((sum, { duration }) => sum + duration, 0) / 1000;
console.log(`✓ chat-live.webp: ${frames.length} frames, ${seconds.toFixed(1)} s, ${Math.round(picture.length / 1024)} KB`);

/** Captures all pages as often as the machine can while the scene runs. PNG: equal pages give equal pixels. */
async function film(pages: readonly Page[], scene: () => Promise<void>): Promise<Shot[]> {
  const shots: Shot[] = [];
  let over = false;
  const filming = (async () => {
    while (!over) shots.push({ at: Date.now(), views: await Promise.all(pages.map((page) => capture(page, "png"))) });
  })();
  await scene();
  over = true;
  await filming;
  return shots;
}

/** Draws the shots side by side; a frame holds what differs from the one before. */
async function compose(shots: readonly Shot[]): Promise<Frame[]> {
  const page = await demo.open({ viewport: SIZE });
  await page.setContent(`<canvas width="${SIZE.width}" height="${SIZE.height}"></canvas>`);
  const frames: Frame[] = [];
  for (const [index, { at, views }] of shots.entries()) {
    const duration = (shots[index + 1]?.at ?? at + LAST_SHOWN_FOR) - at;
    const pictures = views.map((view) => `data:image/png;base64,${view.toString("base64")}`);
    const changed = await page.evaluate(drawShot, { pictures, names: NAMES, view: VIEW, gap: GAP, head: HEAD });
    const last = frames.at(-1);
    if (changed) {
      const still = Buffer.from(changed.picture.split(",")[1] as string, "base64");
      frames.push({ ...changed.area, duration, still });
    } else if (last) last.duration += duration;
  }
  return frames;
}

interface Drawing {
  pictures: string[];
  names: string[];
  view: { width: number; height: number };
  gap: number;
  head: number;
}

/** Runs in the page. Null without a change. */
async function drawShot({ pictures, names, view, gap, head }: Drawing) {
  const canvas = document.querySelector("canvas") as HTMLCanvasElement;
  const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true }) as CanvasRenderingContext2D;
  const { width, height } = canvas;
  const before = pen.getImageData(0, 0, width, height).data;
  pen.fillStyle = "#d9d5dd";
  pen.fillRect(0, 0, width, height);
  pen.font = "600 15px sans-serif";
  for (const [index, src] of pictures.entries()) {
    const image = new Image();
    image.src = src;
    await image.decode();
    const x = gap + index * (view.width + gap);
    pen.fillStyle = "#3b3341";
    pen.fillText(names[index] ?? "", x + 4, head - 12);
    pen.drawImage(image, x, head, view.width, view.height);
  }
  const after = pen.getImageData(0, 0, width, height).data;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = 4 * pixel;
    if (after[at] === before[at] && after[at + 1] === before[at + 1] && after[at + 2] === before[at + 2]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (right < 0) return null;
  // The format places a part at even offsets.
  const area = { x: left - (left % 2), y: top - (top % 2), width: 0, height: 0 };
  area.width = right + 1 - area.x;
  area.height = bottom + 1 - area.y;
  const part = document.createElement("canvas");
  [part.width, part.height] = [area.width, area.height];
  const partPen = part.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
  partPen.drawImage(canvas, -area.x, -area.y);
  return { area, picture: part.toDataURL("image/webp", 0.85) };
}
