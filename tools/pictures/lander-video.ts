// `node tools/pictures/lander-video.ts`: draws and encodes the loop of /landers/video. Needs Chromium and ffmpeg. The result is
// committed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";

const OUT = join(import.meta.dirname, "../../public/landers");
const FPS = 20;
const SECONDS = 8;
const FRAMES = FPS * SECONDS;
const SIZE = { width: 1280, height: 720 };

const frames = mkdtempSync(join(tmpdir(), "lander-video-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const page = await browser.newPage({ viewport: SIZE });
await page.setContent(`<canvas width="${SIZE.width}" height="${SIZE.height}"></canvas>`);
for (let frame = 0; frame < FRAMES; frame++) {
  const picture = await page.evaluate(drawCity, frame / FRAMES);
  writeFileSync(join(frames, `${String(frame).padStart(4, "0")}.jpg`), Buffer.from(picture.split(",")[1] as string, "base64"));
}
await browser.close();

const input = ["-y", "-loglevel", "error", "-framerate", String(FPS), "-i", join(frames, "%04d.jpg"), "-an"];
const vp9 = ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "34", "-g", "999", "-row-mt", "1", "-pix_fmt", "yuv420p"];
const h264 = ["-c:v", "libx264", "-crf", "25", "-preset", "veryslow", "-tune", "animation", "-pix_fmt", "yuv420p"];
ffmpeg(...input, ...vp9, join(OUT, "city.webm"));
ffmpeg(...input, ...h264, "-movflags", "+faststart", join(OUT, "city.mp4"));
ffmpeg("-y", "-loglevel", "error", "-i", join(frames, "0000.jpg"), "-quality", "62", join(OUT, "city.webp"));
rmSync(frames, { recursive: true });

function ffmpeg(...args: string[]): void {
  execFileSync("ffmpeg", args, { stdio: "inherit" });
}

/** Runs in the page. At 1 everything is back at its position of 0: a seamless loop. */
function drawCity(at: number): string {
  const canvas = document.querySelector("canvas") as HTMLCanvasElement;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const { width, height } = canvas;
  const shore = height * 0.66;
  const turn = at * 2 * Math.PI;
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };

  const sky = pen.createLinearGradient(0, 0, 0, shore);
  sky.addColorStop(0, "#1d1038");
  sky.addColorStop(0.55, "#5a2058");
  sky.addColorStop(0.85, "#b8485c");
  sky.addColorStop(1, "#f2a065");
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, shore);

  for (const [layer, colour, low, high] of [
    [0, "#71305a", 90, 190],
    [1, "#431d4b", 70, 250],
    [2, "#27122f", 30, 150],
  ] as const) {
    for (let x = -20; x < width; ) {
      const wide = 46 + random() * 70;
      const tall = low + random() ** 2 * (high - low);
      pen.fillStyle = colour;
      pen.fillRect(x, shore - tall, wide, tall);
      for (let wx = x + 9; wx < x + wide - 10; wx += 15) {
        for (let wy = shore - tall + 12; wy < shore - 10; wy += 19) {
          const [lit, hue, beat, phase] = [random(), random(), 1 + Math.floor(random() * 2), random() * 6.3];
          if (lit > 0.3 + layer * 0.1) continue;
          const glow = 0.7 + layer * 0.12 + (lit < 0.08 ? 0.3 * Math.sin(beat * turn + phase) : 0);
          pen.fillStyle = `hsl(${28 + hue * 22} 95% ${62 + hue * 14}% / ${glow})`;
          pen.fillRect(wx, wy, 6.5, 9);
        }
      }
      x += wide + random() * 10;
    }
  }

  // The reflection is upside down, darker, in swaying strips.
  for (let y = 0; y < height - shore; y += 4) {
    const sway = Math.sin(turn + y / 9) * (1.5 + y / 26) + Math.sin(2 * turn - y / 21) * 2;
    pen.drawImage(canvas, 0, shore - y * 1.25 - 5, width, 5, sway, shore + y, width, 4);
  }
  const water = pen.createLinearGradient(0, shore, 0, height);
  water.addColorStop(0, "#3a153c70");
  water.addColorStop(1, "#140a22e6");
  pen.fillStyle = water;
  pen.fillRect(0, shore, width, height - shore);

  // Slightly larger, since a blur fades at the edges.
  pen.filter = "blur(5px)";
  pen.drawImage(canvas, -16, -9, width + 32, height + 18);
  pen.filter = "none";

  // Blurred lights of the near shore drift in small circles.
  pen.globalCompositeOperation = "screen";
  for (let light = 0; light < 38; light++) {
    const [px, py, pr, hue, phase] = [random(), random(), random(), random(), random() * 6.3];
    const way = light % 2 ? 1 : -1;
    const x = px * width + Math.cos(way * turn + phase) * 44;
    const y = height * (0.3 + py * 0.66) + Math.sin(way * turn + phase) * 24;
    const radius = 16 + pr ** 2 * 64;
    const shine = (0.34 + 0.16 * Math.sin(turn + phase * 2)) * (1.15 - pr * 0.6);
    const tone = hue < 0.6 ? `${22 + hue * 34} 95% 60%` : hue < 0.85 ? "338 85% 60%" : "265 60% 64%";
    const disc = pen.createRadialGradient(x, y, 0, x, y, radius);
    disc.addColorStop(0, `hsl(${tone} / ${shine * 0.75})`);
    disc.addColorStop(0.86, `hsl(${tone} / ${shine})`);
    disc.addColorStop(0.94, `hsl(${tone} / ${shine * 1.35})`);
    disc.addColorStop(1, `hsl(${tone} / 0)`);
    pen.fillStyle = disc;
    pen.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }
  pen.globalCompositeOperation = "source-over";
  return canvas.toDataURL("image/jpeg", 0.95);
}
