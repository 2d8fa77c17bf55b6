import { type Random, createRandom } from "../random.ts";
import {
  type Point, both, box, bumpy, circle, curve, darker, dots, ellipse, fill, glow, gradient, lighter, line, picture, rect, scatter,
} from "./draw.ts";

const MOTIFS = [
  "beach", "mountains", "canal", "coffee", "dog", "sunset", "citynight", "tent", "bookandtea", "lighthouse",
  "balloon", "vineyard", "guitar", "cat", "sailing", "kitchen",
] as const;
export type Motif = (typeof MOTIFS)[number];

export interface ScenerySpec {
  motif: Motif;
  /** Which of the motif's lights (morning, noon, evening) it is painted in. */
  light: number;
  flip: boolean;
  seed: number;
}

/** `n` different pictures of places and pastimes; every motif comes before any is repeated in another light. */
export function scenerySpecs(seed: number | string, n: number): ScenerySpec[] {
  const random = createRandom(seed, 78);
  return Array.from({ length: n }, (_, i) => ({
    motif: MOTIFS[i % MOTIFS.length] as Motif,
    light: Math.floor(i / MOTIFS.length) % 3,
    flip: random.chance(0.5),
    seed: random.int(1, 1e9),
  }));
}

type Sky = readonly [top: string, middle: string, low: string];
const SKIES: readonly Sky[] = [["#8cc8e6", "#c6e4ea", "#f6efd6"], ["#f49d7c", "#f9c58e", "#fbe6b8"], ["#b9a3d6", "#eab3b4", "#fbdcb6"]];
const NIGHT: Sky = ["#20224a", "#473a72", "#a3627f"];
const ROOMS: readonly Sky[] = [["#f4e8d4", "#ecd8b8", "#dcbf98"], ["#dbe7e0", "#c3d7ce", "#a7c2b8"], ["#f6d9cc", "#efc3b2", "#dda390"]];

const cloud = (x: number, y: number, size: number) =>
  fill(`M${x},${y}q${size * 0.1},${-size * 0.4} ${size * 0.45},${-size * 0.32}q${size * 0.3},${-size * 0.42} ${size * 0.7},${-size * 0.04}q${size * 0.45},${-size * 0.1} ${size * 0.5},${size * 0.36}z`.replace(/\.\d+/g, ""), "#fffaf0", 0.8);
const waves = (y: number, colour: string) => line([0, 1, 2, 3, 4, 5].map((i) => `M${(i * 97) % 420},${y + i * 15}q18,-7 36,0t36,0`).join(""), colour, 3, 0.5);
const range = (r: Random, base: number, height: number, steps: number): string => {
  const points = Array.from({ length: steps + 1 }, (_, i) => `${Math.round((i / steps) * 520 - 20)},${Math.round(base - (i % 2 ? height * (0.6 + r.next() * 0.4) : height * r.next() * 0.3))}`);
  return `M-20,620L${points.join("L")}L500,620z`;
};
const pine = (x: number, y: number, h: number) => `M${x},${y - h}l${Math.round(h * 0.26)},${Math.round(h * 0.5)}h-8l${Math.round(h * 0.16)},${Math.round(h * 0.5)}h${-Math.round(h * 0.84 - 16)}l${Math.round(h * 0.16)},${-Math.round(h * 0.5)}h-8z`;
const mug = (x: number, y: number, colour: string) =>
  ellipse(x, y + 96, 82, 16, "#1d1030", 0.16) + line(`M${x + 48},${y + 26}q46,-4 38,30t-48,24`, colour, 13) +
  fill(`M${x - 56},${y}h112l-9,78q-5,22 -28,22h-38q-23,0 -28,-22z`, colour) + fill(`M${x + 20},${y}h36l-9,78q-5,22 -28,22q12,-40 1,-100z`, darker(colour, 0.3), 0.4) +
  ellipse(x, y, 56, 15, lighter(colour, 0.3)) + ellipse(x, y + 2, 47, 11, "#6b4127") + ellipse(x - 6, y + 1, 24, 5, "#c69a6b", 0.8) +
  line(`M${x - 16},${y - 30}q-14,-22 0,-40t0,-38M${x + 16},${y - 26}q-14,-22 0,-40t0,-38`, "#fffaf0", 6, 0.5);
const table = (y: number, wood: string) => rect(0, y, 480, 600 - y, wood) + line(`M0,${y + 40}q240,14 480,0M0,${y + 100}q200,-12 480,6M0,${y + 170}q260,16 480,0`, darker(wood, 0.25), 3, 0.4) + rect(0, y, 480, 8, lighter(wood, 0.35), 0.7);
const windowPane = (x: number, y: number, sky: Sky) => rect(x - 10, y - 10, 220, 290, "#fff8ea") + rect(x, y, 200, 270, sky[1]) + fill(`M${x},${y + 200}q60,-50 110,-14t90,-20v104h-200z`, "#8fb083") + rect(x + 96, y, 8, 270, "#fff8ea") + rect(x, y + 126, 200, 8, "#fff8ea");

const scenes: Record<Motif, (r: Random, sky: Sky, room: Sky) => { sky: Sky; body: string }> = {
  beach: (_, sky) => ({ sky, body:
    circle(366, 120, 46, "#fff4cf", 0.95) + cloud(40, 150, 110) + rect(0, 268, 480, 160, "#4aa9b8") + waves(290, "#d6f1ee") +
    fill("M0,408Q160,372 300,398T480,392V600H0z", "#fbf3df") + fill("M0,420Q160,386 300,412T480,406V600H0z", "#edd3a4") +
    line("M150,560L178,330", "#a8714a", 7) + fill("M66,352Q96,262 186,286Q268,312 276,404Q222,368 186,378Q158,340 122,360Q92,340 66,352z", "#e5705a") +
    fill("M122,360Q140,300 186,286Q196,330 186,378Q158,340 122,360z", "#f6ead4") + fill("M222,556l150,-30l30,32l-150,34z", "#2f7d80") + line("M240,562l146,-30M250,574l146,-30", "#f6ead4", 5, 0.8) +
    fill("M60,560q20,-22 46,-6q18,14 -6,24q-36,8 -40,-18z", "#f6b9a0") }),
  mountains: (r, sky) => ({ sky, body:
    circle(120, 130, 42, "#fff4cf", 0.9) + cloud(250, 120, 130) + fill(range(r, 380, 220, 6), "#a8b5cf") + fill("M300,160L170,380H440z", "#7f8fb5") + fill("M300,160l44,74l-30,-10l-18,20l-16,-22l-22,14z", "#fdfaf3") +
    fill(range(r, 430, 110, 8), "#5f7f86") + fill("M0,440Q140,400 260,436T480,420V600H0z", "#7aa06b") + 
    fill("M120,470Q260,440 480,466V520Q300,540 120,500z", "#8cc3d2") + line("M190,478h90M240,494h130M330,480h80", "#fff", 3, 0.6) + fill("M0,520Q180,480 480,532V600H0z", "#557f4f") +
    fill([20, 62, 104, 420, 460].map((x, i) => pine(x, 560 + (i % 2) * 20, 150 + (i % 3) * 34)).join(""), "#2f5548") }),
  canal: (r, sky) => ({ sky, body:
    cloud(30, 90, 110) + ["#b65f4b", "#d9a06b", "#7d4a44", "#c98a5e", "#94606a"].map((c, i) => {
      const [x, top] = [i * 98 - 8, 96 + (i % 2) * 34];
      return fill(`M${x},400V${top + 40}h14v-20h14v-20h40v20h14v20h14V400z`, c) + fill([0, 1, 2].map((k) => box(x + 18, top + 62 + k * 74, 20, 44) + box(x + 56, top + 62 + k * 74, 20, 44)).join(""), "#f8ecd2") + fill([0, 1, 2].map((k) => box(x + 20, top + 66 + k * 74, 16, 18) + box(x + 58, top + 66 + k * 74, 16, 18)).join(""), "#5f7f94", 0.85);
    }).join("") + dots(["#6f9a5c", "#86ad68"], 10, 42, 0.95, () => [r.int(380, 490), r.int(120, 260)]) + rect(428, 250, 12, 150, "#5d4436") +
    rect(0, 396, 480, 204, "#54808c") + scatter(["#b65f4b", "#d9a06b"], 5, 0.25, (i) => box(i * 98, 400, 86, 90)) + waves(430, "#bcd8d4") +
    fill("M-10,520H490V600H-10z", "#8a6f5a") + line("M0,470H480M60,470V530M180,470V530M300,470V530M420,470V530", "#2d2a30", 6) +
    `<g fill="none" stroke="#2d2a30" stroke-width="6"><circle cx="150" cy="520" r="52"/><circle cx="312" cy="520" r="52"/></g>` +
    line("M150,520L196,452H286L312,520M196,452L232,520L286,452M232,520H150M186,430L200,462M168,430H204M286,452L276,420Q300,408 314,420", "#c4483d", 7) + fill("M292,420h56v34q-28,12 -52,0z", "#c99a62") + dots(["#f2c14e", "#e57a8a", "#fff6df"], 9, 8, 1, () => [r.int(300, 342), r.int(398, 420)]) }),
  coffee: (r, sky, room) => ({ sky: room, body:
    windowPane(250, 60, sky) + dots(["#6f9a5c", "#4f8a63"], 8, 34, 1, () => [r.int(40, 150), r.int(150, 250)]) + fill("M64,262h64l-10,98h-44z", "#c4623f") + table(370, "#b07a4e") +
    mug(200, 396, "#f1e4cf") + ellipse(360, 500, 92, 26, "#f8f3ea") + ellipse(360, 494, 70, 17, "#e8ddc9") +
    fill(curve([[306, 484], [322, 452], [360, 440], [400, 454], [416, 486], [386, 474], [360, 470], [334, 476]], true), "#d9953f") + line("M326,458l16,16M352,444l6,24M384,448l-4,22", "#a8641f", 5, 0.6) }),
  dog: (r, sky) => ({ sky, body:
    circle(380, 110, 46, "#fff4cf", 0.9) + cloud(60, 120, 120) + fill("M0,330Q140,270 290,318T480,300V600H0z", "#a5c878") + fill("M0,410Q220,360 480,404V600H0z", "#82b062") +
    dots(["#fff6df", "#f2c14e", "#e58fa0"], 36, 7, 1, () => [r.int(0, 480), r.int(440, 596)]) +
    fill(curve([[150, 600], [158, 470], [186, 396], [296, 396], [326, 470], [336, 600]], true), "#d79a55") + fill(curve([[206, 600], [204, 470], [240, 430], [278, 470], [278, 600]], true), "#fbeed8") +
    fill("M188,392Q240,426 296,392V412Q240,444 188,412z", "#3f8c8f") + circle(242, 432, 11, "#e9c06c") +
    fill(curve([[160, 300], [176, 226], [240, 200], [306, 226], [322, 300], [294, 366], [240, 398], [188, 366]], true), "#d79a55") + fill(curve([[240, 214], [256, 270], [290, 320], [280, 372], [240, 394], [202, 372], [192, 320], [226, 270]], true), "#fbeed8") +
    fill(curve([[176, 222], [134, 240], [118, 318], [140, 348], [168, 310], [186, 250]], true) + curve([[306, 222], [348, 240], [364, 318], [342, 348], [314, 310], [296, 250]], true), "#a9682f") +
    circle(208, 286, 12, "#33201a") + circle(274, 286, 12, "#33201a") + circle(204, 281, 4, "#fff") + circle(270, 281, 4, "#fff") + ellipse(241, 326, 22, 15, "#33201a") + ellipse(236, 321, 7, 4, "#fff", 0.5) +
    line("M241,342V356M241,356Q222,374 204,358M241,356Q260,374 278,358", "#33201a", 5) + fill("M226,364Q241,376 256,364Q258,396 241,398Q224,396 226,364z", "#e57a80") }),
  sunset: (_, sky) => ({ sky: sky === SKIES[0] ? (SKIES[1] as Sky) : sky, body:
    circle(240, 310, 84, "#fff0bd") + line("M30,150h120M330,110h110M60,210h70M360,190h90", "#fff1d8", 14, 0.5) + rect(0, 330, 480, 270, "#b8667f") + fill("M150,330h180l-26,26h30l-60,40h40l-70,60h30l-36,60l-40,-60h32l-72,-60h40l-58,-40h28z", "#ffd99a", 0.75) +
    waves(360, "#fbd0a0") + fill("M-10,600V520Q90,470 190,540T330,600z", "#3c2b4b") + line("M96,540Q120,400 92,270", "#3c2b4b", 14) +
    fill("M92,276Q20,220 -10,262Q40,250 92,276zM92,274Q60,190 4,190Q60,214 92,274zM92,272Q110,176 172,178Q116,204 92,272zM92,276Q160,214 212,256Q150,244 92,276zM92,278Q140,276 166,332Q124,296 92,278zM92,278Q48,280 24,336Q62,296 92,278z", "#3c2b4b") + line("M300,180q14,-14 26,0q12,-14 26,0M370,230q10,-10 20,0q10,-10 20,0", "#5a3a58", 4) }),
  citynight: (r) => ({ sky: NIGHT, body:
    circle(110, 110, 34, "#fdf3d7", 0.95) + dots(["#fff6df"], 26, 1.6, 0.8, () => [r.int(0, 480), r.int(0, 220)]) + scatter(["#39315f", "#4a3a6b"], 9, 1, (i) => box(i * 56 - 10, 180 + r.int(0, 90), 50, 420)) +
    scatter(["#241f45", "#2c2650"], 7, 1, (i) => box(i * 74 - 20, 270 + r.int(0, 80), 66, 420)) + scatter(["#ffd98a", "#f7a66b"], 70, 0.9, () => box(r.int(0, 46) * 10, r.int(28, 44) * 10, 5, 7)) +
    fill("M330,110l8,120h-16zM310,230h40v220h-40z", "#241f45") + rect(0, 450, 480, 150, "#2a2550") + scatter(["#ffd98a", "#f38b7a", "#8fc7d9"], 16, 0.5, (i) => box(i * 30 + 6, 456, 8, 50 + r.int(0, 60))) + waves(480, "#8f78b8") +
    line("M0,560H480", "#15122e", 14) + line("M40,560V500M160,560V500M280,560V500M400,560V500M0,500H480", "#15122e", 6) }),
  tent: (r) => ({ sky: ["#1f2a52", "#3f4a7c", "#c08a94"], body:
    dots(["#fff6df"], 44, 1.6, 0.9, () => [r.int(0, 480), r.int(0, 300)]) + fill("M380,86a46,46 0 1 0 30,76a58,58 0 0 1 -30,-76z", "#fdf3d7") + fill(range(r, 400, 150, 6), "#36406c") + fill([10, 60, 110, 350, 410, 470].map((x, i) => pine(x, 470, 170 + (i % 3) * 40)).join(""), "#1d2b45") +
    fill("M0,450Q240,420 480,456V600H0z", "#2f4a45") + fill("M210,320L90,520H330z", "#e8a24a") + fill("M210,320L330,520L380,500z", "#b8702f") + fill("M210,330L170,520H250z", "#fff0bd") + fill("M210,330L170,520H196z", "#c9803a") +
    ellipse(400, 540, 90, 22, "#f7b765", 0.3) + line("M366,552l66,-18M370,534l62,20", "#5d4436", 13) + fill(curve([[372, 534], [378, 496], [398, 450], [412, 486], [426, 500], [428, 534]], true), "#f2853f") + fill(curve([[386, 534], [392, 506], [402, 484], [414, 510], [414, 534]], true), "#ffdf8a") }),
  bookandtea: (_, sky, room) => ({ sky: room, body:
    windowPane(40, 50, sky) + fill("M300,0Q280,190 330,340H480V0z", "#c99a8c", 0.75) + line("M350,0Q336,170 366,340M410,0Q404,170 424,340", "#a9756a", 5, 0.5) + fill("M-10,400Q100,340 240,370T490,350V610H-10z", "#d9a98f") + line("M0,450Q240,400 480,440M0,520Q240,470 480,520M60,380Q80,500 40,600M420,360Q400,480 440,600", "#b98470", 6, 0.4) +
    fill("M70,470Q150,440 214,474V570Q150,536 58,562z", "#fffaf0") + fill("M214,474Q280,440 358,470L372,562Q282,536 214,570z", "#f3e8d2") + line("M92,484Q150,466 200,486M90,506Q150,488 200,508M86,528Q150,510 200,530M230,486Q280,466 338,484M230,508Q280,488 340,506M230,530Q280,510 344,528", "#b7a48c", 4, 0.7) + `<g transform="translate(96 80) scale(.8)">${mug(380, 396, "#6f9aa0")}</g>` }),
  lighthouse: (r, sky) => ({ sky, body:
    cloud(290, 130, 130) + cloud(20, 90, 90) + rect(0, 360, 480, 240, "#4f93ab") + waves(390, "#d3ecec") + fill(curve([[-30, 620], [-20, 430], [60, 400], [170, 384], [260, 410], [300, 470], [360, 520], [340, 620]], true), "#7d8a68") + fill(curve([[-30, 620], [0, 500], [120, 470], [240, 500], [330, 540], [320, 630]], true), "#5f6d55") +
    fill("M104,396L120,150H184L200,396z", "#fbf4e6") + fill("M108,336L112,276H192L196,336zM116,216L119,166H185L188,216z", "#cf5a4b") + fill("M166,150H184L200,396H176z", "#1d1030", 0.14) + rect(112, 140, 80, 12, "#3b3b45") + rect(126, 96, 52, 44, "#ffe9a8") + fill("M118,98Q152,54 186,98z", "#cf5a4b") + fill("M178,116L490,50V190z", "#fff3c2", 0.35) + line("M340,240q12,-12 22,0q10,-12 22,0M390,280q9,-9 17,0q8,-9 17,0", "#4a5a68", 4) + dots(["#fff"], r.int(6, 10), 6, 0.7, () => [r.int(250, 360), r.int(520, 590)]) }),
  balloon: (r, sky) => ({ sky, body:
    cloud(20, 200, 110) + cloud(330, 320, 120) + fill(range(r, 480, 100, 6), "#8fa3b8") + fill("M0,500Q160,450 300,490T480,470V600H0z", "#8bb070") + fill("M0,550Q200,510 480,556V600H0z", "#6c9858") +
    fill("M240,70C350,70 390,170 350,250Q320,300 276,336H204Q160,300 130,250C90,170 130,70 240,70z", "#e5705a") + fill("M240,70C180,80 160,170 180,250Q196,310 220,336H204Q160,300 130,250C90,170 130,70 240,70zM240,70C300,80 320,170 300,250Q284,310 260,336H276Q320,300 350,250C390,170 350,70 240,70z", "#f2c14e") + fill("M240,70C220,120 216,240 232,336H248C264,240 260,120 240,70z", "#fff4dc", 0.85) +
    line("M206,338L218,394M274,338L262,394M240,338V394", "#6b4a35", 4) + rect(212, 392, 56, 42, "#a8714a") + line("M212,404h56M212,418h56", "#7c4c2d", 4, 0.6) + `<g transform="translate(330 40) scale(.24)"><path d="M240,70C350,70 390,170 350,250Q320,300 276,336H204Q160,300 130,250C90,170 130,70 240,70z" fill="#3f8c8f"/><path d="M212,392h56v42h-56z" fill="#6b4a35"/></g>` }),
  vineyard: (r, sky) => ({ sky, body:
    circle(110, 120, 44, "#fff4cf", 0.9) + fill("M0,250Q150,190 300,236T480,214V600H0z", "#9bb98a") + fill("M300,226h70v-50l-35,-26l-35,26z", "#e9c9a0") + fill("M292,178L335,142L378,178z", "#b8604a") + fill("M390,220q-9,-80 0,-110q9,30 0,110zM420,220q-8,-70 0,-96q8,26 0,96z", "#3f6b56") + fill("M0,290Q240,250 480,286V600H0z", "#b3bb6c") +
    [0, 1, 2, 3, 4].map((i) => line(`M${-120 + i * 170},620L${190 + i * 26},290`, i % 2 ? "#5f8a4a" : "#4f7a44", 30 - i, 0.9)).join("") + table(500, "#a87148") + ellipse(330, 546, 60, 10, "#1d1030", 0.2) + line("M330,540V450", "#f6efe6", 8, 0.8) + ellipse(330, 542, 40, 8, "#f6efe6", 0.8) + fill("M284,340Q280,456 330,456Q380,456 376,340z", "#fdf6ec", 0.5) + fill("M286,384Q290,450 330,450Q370,450 374,384z", "#8b2f43") + line("M298,360Q296,410 310,432", "#fff", 6, 0.5) +
    dots(["#6d4068", "#835080"], 22, 15, 1, () => [r.int(100, 210), r.int(486, 546)]) + fill("M150,480q-6,-34 30,-40q10,26 -30,40z", "#6f9a5c") }),
  guitar: (r, sky, room) => ({ sky: room, body:
    windowPane(40, 50, sky) + rect(0, 440, 480, 160, "#b98a62") + fill("M40,440h400l60,110H-20z", "#c4705a", 0.6) + `<g transform="rotate(18 300 330)">${fill(curve([[300, 300], [352, 326], [344, 384], [372, 440], [352, 512], [300, 530], [248, 512], [228, 440], [256, 384], [248, 326]], true), "#d9953f")}${fill(curve([[300, 316], [338, 336], [330, 388], [354, 440], [338, 500], [300, 514], [262, 500], [246, 440], [270, 388], [262, 336]], true), "#e9b567")}${circle(300, 406, 30, "#4a2d20")}${rect(288, 110, 24, 290, "#6b4127")}${rect(282, 60, 36, 62, "#4a2d20")}${rect(268, 462, 64, 12, "#4a2d20")}${line("M294,110V466M300,110V466M306,110V466", "#f6ead4", 1.5, 0.8)}</g>` +
    fill("M60,470h70l-12,110h-46z", "#f1e4cf") + [-40, -14, 12, 38].map((t) => `<g transform="rotate(${t} 96 470)">${ellipse(96, 400, 17, 74, t % 4 ? "#4f8a63" : "#74ab7d")}</g>`).join("") + dots(["#e57a5f"], r.int(2, 4), 9, 0.6, () => [r.int(160, 420), r.int(560, 590)]) }),
  cat: (_, sky, room) => ({ sky: room, body:
    windowPane(150, 50, sky) + rect(0, 352, 480, 26, "#fff8ea") + rect(0, 378, 480, 222, "#c98f78") + fill("M40,250h64l-10,102h-44z", "#3f8c8f") + [-30, 0, 30].map((t) => `<g transform="rotate(${t} 72 250)">${ellipse(72, 190, 14, 66, "#5f9a6b")}</g>`).join("") +
    line(curve([[330, 356], [400, 340], [420, 400], [380, 450]]), "#5d5560", 24) + fill(curve([[196, 366], [200, 300], [232, 246], [290, 246], [330, 300], [338, 366]], true), "#6d6570") + fill(curve([[236, 366], [240, 310], [262, 282], [286, 310], [288, 366]], true), "#f6efe6") +
    fill("M206,236Q200,150 214,134L248,164H276L310,134Q324,150 318,236Q300,276 262,276Q222,276 206,236z", "#6d6570") + fill("M218,152L216,180L236,168zM306,152L308,180L288,168z", "#d79a94") + fill(curve([[262, 200], [284, 240], [262, 272], [240, 240]], true), "#f6efe6") + ellipse(236, 212, 13, 14, "#d9c04a") + ellipse(288, 212, 13, 14, "#d9c04a") + ellipse(236, 212, 4, 12, "#241518") + ellipse(288, 212, 4, 12, "#241518") + fill("M254,236h16l-8,10z", "#d77a7a") + line("M262,246Q254,258 244,252M262,246Q270,258 280,252", "#4a3a44", 3.5) + line("M230,244L186,238M230,250L188,256M294,244L338,238M294,250L336,256", "#f6efe6", 2.4, 0.8) + line("M262,150V176M246,154V172M278,154V172", "#4f4754", 5, 0.7) }),
  sailing: (_, sky) => ({ sky, body:
    circle(110, 120, 42, "#fff4cf", 0.9) + cloud(270, 110, 130) + fill("M0,310Q90,270 180,304T300,310z", "#8fa8a0") + rect(0, 308, 480, 292, "#3f8fa8") + waves(340, "#cdeaea") + line("M250,110V446", "#6b4a35", 8) + fill("M262,124Q392,290 386,414H262z", "#fbf4e6") + fill("M238,150Q170,300 130,410H238z", "#e5705a") + fill("M330,230Q392,320 386,414H330z", "#1d1030", 0.08) + fill("M96,440H404Q384,500 332,510H166Q114,500 96,440z", "#2c3e60") + fill("M102,456H398L394,470H106z", "#f1e4cf") + waves(510, "#e4f4f2") + fill("M60,520Q250,490 440,520Q250,540 60,520z", "#e4f4f2", 0.55) }),
  kitchen: (r, _, room) => ({ sky: room, body:
    rect(40, 120, 400, 14, "#8a5c45") + scatter(["#c4623f", "#8fa584", "#e9cfa4", "#7690b3"], 8, 1, (i) => box(60 + i * 46, 70 + (i % 3) * 8, 32, 50 - (i % 3) * 8)) + [110, 240, 370].map((x) => line(`M${x},0V190`, "#5d4436", 4) + fill(`M${x - 36},226Q${x - 30},186 ${x},186Q${x + 30},186 ${x + 36},226z`, "#d9a036") + ellipse(x, 228, 30, 6, "#fff0bd")).join("") + table(390, "#c08a5a") +
    ellipse(190, 500, 134, 40, "#f8f3ea") + ellipse(190, 492, 108, 28, "#e8ddc9") + fill(curve(bumpy(r, 190, 476, 92, 26, 12, 0.16), true), "#f2cf7a") + line(curve([[120, 478], [150, 456], [190, 470], [230, 454], [262, 476]]) + curve([[130, 488], [170, 470], [210, 486], [250, 470]]), "#d9a24a", 6, 0.8) + dots(["#cf4f3f"], 8, 12, 1, () => [r.int(130, 250), r.int(454, 484)]) + fill("M176,448q-20,-26 8,-36q18,18 -8,36zM196,446q4,-30 34,-24q0,24 -34,24z", "#5f9a5b") +
    rect(346, 400, 46, 140, "#35604c") + rect(358, 340, 22, 62, "#35604c") + rect(356, 330, 26, 18, "#8b2f43") + rect(346, 440, 46, 54, "#f1e4cf") + ellipse(369, 540, 23, 6, "#24473a") + circle(300, 548, 20, "#d9503f") + circle(294, 542, 5, "#fff", 0.5) }),
};

/** A drawn holiday or hobby picture, 480 × 600, as one self-contained SVG document under 12 kB. */
export function scenerySvg(spec: ScenerySpec): string {
  const random = createRandom(spec.seed, 11);
  const { sky, body } = scenes[spec.motif](random, SKIES[spec.light % 3] as Sky, ROOMS[spec.light % 3] as Sky);
  const defs =
    gradient("sky", [[0, sky[0]], [0.55, sky[1]], [1, sky[2]]]) +
    glow("light", [[0, "#fff4dc", 0.34], [1, "#fff4dc", 0]], 0.3, 0.2) +
    gradient("fall", [[0, "#1d1030", 0], [0.7, "#1d1030", 0], [1, "#1d1030", 0.2]]);
  const whole = rect(-10, -10, 500, 620, "url(#sky)") + body;
  return picture(
    defs,
    (spec.flip ? `<g transform="translate(480 0) scale(-1 1)">${whole}</g>` : whole) + rect(0, 0, 480, 600, "url(#light)") + rect(0, 0, 480, 600, "url(#fall)"),
  );
}
