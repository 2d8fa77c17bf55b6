import { createRandom } from "#demo/random.ts";
import { box, circle, dots, ellipse, fill, gradient, lighter, line, rect, scatter } from "./draw.ts";

export const SCENES = [
  "sunset",
  "beach",
  "city",
  "bokeh",
  "forest",
  "cafe",
  "studioRose",
  "studioSand",
  "studioTeal",
  "studioPlum",
  "mountains",
  "plants",
  "lavender",
  "autumn",
  "street",
  "harbour",
  "library",
  "meadow",
  "dusk",
  "wall",
] as const;
export type Scene = (typeof SCENES)[number];

interface Backdrop {
  sky: readonly [string, string, string];
  things: string;
}

/** Coarse, since it is blurred. */
export function backdrop(scene: Scene, seed: number): { defs: string; body: string } {
  const r = createRandom(seed, 9);
  const lights = (colours: readonly string[], count: number, top: number, bottom: number, size: number, opacity = 0.5) =>
    dots(colours, count, size, opacity, () => [r.int(-10, 490), r.int(top, bottom)]);
  const leaves = (colours: readonly string[], count: number, top: number, bottom: number) =>
    dots(colours, count, 52, 0.75, () => [r.int(-20, 500), r.int(top, bottom)]);
  const trunks = (colour: string) =>
    fill([0, 1, 2, 3, 4, 5].map((i) => box(i * 92 - 20 + r.int(-20, 20), -10, r.int(16, 34), 620)).join(""), colour, 0.6);
  const studio = (a: string, b: string, c: string): Backdrop => ({
    sky: [a, b, c],
    things: circle(r.pick([110, 370]), 210, 190, lighter(b, 0.5), 0.45) + ellipse(240, 640, 360, 120, c, 0.6),
  });
  const scenes: Record<Scene, () => Backdrop> = {
    sunset: () => ({
      sky: ["#f58e6b", "#fbc587", "#f9e2b4"],
      things:
        circle(r.pick([90, 380]), 300, 58, "#fff1c4", 0.95) +
        rect(0, 352, 480, 130, "#c87b8a") +
        rect(0, 372, 480, 14, "#f7c79a", 0.7) +
        rect(0, 410, 480, 10, "#f3b590", 0.6) +
        rect(0, 470, 480, 140, "#e0b183"),
    }),
    beach: () => ({
      sky: ["#8cccdf", "#bfe4e6", "#eef3dd"],
      things:
        fill("M0,150q70,-50 130,-8q60,-30 110,8z", "#fff", 0.8) +
        rect(0, 306, 480, 110, "#4aa7b5") +
        rect(0, 330, 480, 12, "#8fd0d3", 0.7) +
        fill("M0,420Q240,386 480,424V600H0Z", "#efd9b0") +
        fill("M0,412Q240,380 480,414V430Q240,392 0,428Z", "#fff", 0.75),
    }),
    city: () => ({
      sky: ["#2b2b55", "#5b4378", "#c0708a"],
      things:
        scatter(["#2a2648", "#413461", "#352e58"], 9, 1, (i) => box(i * 58 - 12, r.int(120, 300), 52, 500)) +
        lights(["#ffd98a", "#ffc46b", "#f7eec7"], 36, 200, 560, 7, 0.75),
    }),
    bokeh: () => ({
      sky: ["#2c2440", "#4a2f4d", "#72404a"],
      things: lights(["#ffcf7d", "#ff9e6b", "#f3738a", "#8fc7d9"], 30, 20, 560, 34),
    }),
    forest: () => ({
      sky: ["#dfe9b8", "#a9c98a", "#4f7a4f"],
      things:
        trunks("#5d5138") +
        leaves(["#6f9c5a", "#8db86a", "#4f8050", "#b2cf7d"], 44, -20, 340) +
        circle(380, 90, 110, "#fffbd0", 0.5) +
        rect(0, 470, 480, 140, "#466b42", 0.7),
    }),
    cafe: () => ({
      sky: ["#5a3d33", "#8a5c45", "#b98259"],
      things:
        rect(20, 60, 140, 220, "#f6d9a4", 0.85) +
        rect(86, 60, 8, 220, "#5a3d33") +
        rect(320, 110, 170, 12, "#4a3029") +
        rect(320, 220, 170, 12, "#4a3029") +
        [340, 372, 404, 440]
          .map(
            (x) =>
              rect(x, 70, 22, 40, r.pick(["#d98d5f", "#8fa584", "#e9cfa4"])) +
              rect(x, 176, 22, 44, r.pick(["#c4623f", "#e3b35a", "#7690b3"])),
          )
          .join("") +
        circle(250, 50, 30, "#ffe7ad", 0.95) +
        circle(250, 50, 80, "#ffd88c", 0.35) +
        rect(0, 440, 480, 170, "#6d4635"),
    }),
    studioRose: () => studio("#f3c9bd", "#eab0a5", "#c98480"),
    studioSand: () => studio("#f2e2c6", "#e7cda4", "#cfa878"),
    studioTeal: () => studio("#a8d0ca", "#77b0ad", "#457f85"),
    studioPlum: () => studio("#b79bc0", "#8d6c9c", "#5d4473"),
    mountains: () => ({
      sky: ["#9cc7e0", "#d3e5e6", "#f6ead0"],
      things:
        fill("M-20,420L110,190L200,320L310,150L500,420V600H-20Z", "#8aa3bd") +
        fill("M110,190l36,52l-34,-12l-38,20zM310,150l52,72l-48,-14l-50,26z", "#fdfbf5", 0.95) +
        fill("M-20,460Q120,340 260,420T500,380V600H-20Z", "#6c9470") +
        fill("M-20,520Q200,430 500,500V600H-20Z", "#86ac6e"),
    }),
    plants: () => ({
      sky: ["#f3e9da", "#e9dac2", "#d8c2a2"],
      things:
        rect(300, 50, 150, 210, "#dcebea") +
        rect(371, 50, 8, 210, "#f8f3ea") +
        rect(300, 150, 150, 8, "#f8f3ea") +
        [
          [40, 470, 20],
          [80, 440, -24],
          [10, 420, 44],
          [110, 480, -60],
        ]
          .map(
            ([x = 0, y = 0, t]) =>
              `<g transform="rotate(${t} ${x} ` +
              `${y})">${ellipse(x, y - 110, 34, 110, "#4f8a63")}${ellipse(x + 12, y - 110, 10, 96, "#74ab7d", 0.6)}` +
              `</g>`,
          )
          .join("") +
        rect(10, 460, 120, 160, "#c9714c") +
        rect(340, 400, 160, 220, "#b98f78"),
    }),
    lavender: () => ({
      sky: ["#f9c8a0", "#f7d9bb", "#d9c0dc"],
      things:
        circle(120, 190, 50, "#fff3d2", 0.9) +
        fill("M0,300Q240,250 480,300V340H0Z", "#8f8fb5") +
        [0, 1, 2, 3, 4, 5, 6]
          .map((i) =>
            fill(
              `M${-200 + i * 140},600L${190 + i * 16},318L${206 + i * 16},318L${-100 + i * 140},600Z`,
              i % 2 ? "#9a7cc0" : "#7d62a6",
            ),
          )
          .join(""),
    }),
    autumn: () => ({
      sky: ["#f7dfb0", "#eebd76", "#c9793e"],
      things:
        trunks("#6a4430") +
        leaves(["#d9822b", "#e8a53c", "#c2562b", "#f0c35a"], 44, -20, 340) +
        rect(0, 470, 480, 140, "#a8602f", 0.8),
    }),
    street: () => ({
      sky: ["#f5e3c4", "#f0cfa2", "#dba77b"],
      things:
        ["#d98d6a", "#e9c48c", "#b96a55", "#8fa7a4", "#e2b2a0"]
          .map(
            (c, i) =>
              rect(i * 104 - 20, 60 + r.int(0, 60), 98, 460, c) +
              fill(
                [0, 1, 2].map((k) => box(i * 104, 150 + k * 100, 22, 48) + box(i * 104 + 40, 150 + k * 100, 22, 48)).join(""),
                i % 2 ? "#f9efd9" : "#5f7884",
                0.8,
              ),
          )
          .join("") + rect(0, 500, 480, 110, "#bca183"),
    }),
    harbour: () => ({
      sky: ["#a9cfe2", "#d5e4e2", "#f8e3c4"],
      things:
        [60, 170, 330, 430]
          .map(
            (x, i) =>
              line(`M${x},120L${x},400`, "#7a5b48", 5) +
              fill(`M${x + 5},140L${x + 54},350L${x + 5},350Z`, i % 2 ? "#f7f0e2" : "#e0785c", 0.9) +
              fill(`M${x - 40},372h92l-16,34h-62z`, i % 2 ? "#34506e" : "#a8453f"),
          )
          .join("") +
        rect(0, 396, 480, 214, "#5b9bb0") +
        rect(0, 430, 480, 8, "#bfe0e0", 0.6) +
        rect(40, 470, 420, 8, "#bfe0e0", 0.5),
    }),
    library: () => ({
      sky: ["#4a342d", "#5d4036", "#6f4d3d"],
      things:
        [20, 180, 340]
          .map(
            (y) =>
              scatter(r.shuffle(["#b0553f", "#d0a057", "#5b7d78", "#8a4a57", "#e2cda3", "#45597a"]), 11, 0.95, (i) =>
                box(i * 44 - 4, y + r.int(0, 26), 37, 140),
              ) + rect(0, y + 134, 480, 18, "#38261f"),
          )
          .join("") + circle(400, 120, 130, "#ffd792", 0.25),
    }),
    meadow: () => ({
      sky: ["#b4ddec", "#dcecdd", "#f4f0c4"],
      things:
        fill("M0,330Q140,270 280,320T480,300V600H0Z", "#a5c878") +
        fill("M0,420Q220,360 480,410V600H0Z", "#7fb062") +
        lights(["#fff6df", "#f2c14e", "#e57a8a"], 40, 400, 600, 10) +
        circle(390, 110, 60, "#fff6cf", 0.8),
    }),
    dusk: () => ({
      sky: ["#3d4a7a", "#8b6d9c", "#f0a78f"],
      things:
        fill("M-20,440Q90,330 200,400T500,360V600H-20Z", "#3f3f68") +
        fill("M-20,500Q180,420 500,480V600H-20Z", "#2c2d50") +
        lights(["#fff4d6"], 16, 10, 240, 3) +
        circle(110, 120, 34, "#fff2d8", 0.9),
    }),
    wall: () => ({
      sky: ["#e3825f", "#d66f52", "#b9563f"],
      things:
        fill("M300,-10L500,-10V420L250,600H120Z", "#f0a27d", 0.55) +
        [
          [430, 120, 30],
          [30, 80, -40],
          [450, 330, 60],
        ]
          .map(
            ([x = 0, y = 0, t]) =>
              `<g transform="rotate(${t} ${x} ` +
              `${y})">${ellipse(x, y, 22, 110, "#3f6b56", 0.9)}${ellipse(x + 40, y + 20, 20, 90, "#4f8365", 0.9)}` +
              `</g>`,
          )
          .join(""),
    }),
  };
  const { sky, things } = scenes[scene]();
  return {
    defs: gradient("sky", [
      [0, sky[0]],
      [0.55, sky[1]],
      [1, sky[2]],
    ]),
    body: rect(-40, -40, 560, 680, "url(#sky)") + things,
  };
}
