import { GLYPHS, type Stroke, strokesOf } from "./glyphs.ts";
import { inked, pngOf } from "./icon.ts";
import { SHARE_PICTURE } from "./icons.vocabulary.ts";

/** Shares of the picture's width and height that the name may fill. */
const [WIDEST, HIGHEST] = [0.76, 0.24];
const [LETTER_GAP, WORD_GAP, WEIGHT] = [6, 11, 0.9];

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/** The picture of a shared link: the site's name in white on its colour. Names in other scripts are drawn as a heart. */
export function sharePicture(
  { name, colour }: { name: string; colour: string },
  { width, height } = SHARE_PICTURE as Size,
): Buffer {
  const word = written(name) ?? [...strokesOf(name)];
  const [xs, ys] = [word.flat().map(([x]) => x), word.flat().map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDEST * width) / (right - left || 1), (HIGHEST * height) / (bottom - top || 1));
  const placed = word.map(
    (stroke): Stroke =>
      stroke.map(([x, y]) => [width / 2 + (x - (left + right) / 2) * scale, height / 2 + (y - (top + bottom) / 2) * scale]),
  );
  return pngOf(inked(placed, colour, { width, height, radius: WEIGHT * scale }), width, height);
}

/** Glyphs side by side. Null if a letter has none; other signs are left out. */
function written(name: string): Stroke[] | null {
  const strokes: Stroke[] = [];
  let at = 0;
  for (const letter of name.normalize("NFD").replace(/\p{M}/gu, "").trim().toUpperCase()) {
    if (/[\s\p{Pd}]/u.test(letter)) {
      at += WORD_GAP;
      continue;
    }
    const glyph = GLYPHS[letter];
    if (!glyph && /\p{L}/u.test(letter)) return null;
    if (!glyph) continue;
    const xs = glyph.flat().map(([x]) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const begin = at;
    strokes.push(...glyph.map((stroke): Stroke => stroke.map(([x, y]) => [begin + x - left, y])));
    at += right - left + LETTER_GAP;
  }
  return strokes.length > 0 ? strokes : null;
}
