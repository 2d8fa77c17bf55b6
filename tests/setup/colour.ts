/** Linear-light sRGB, 0 to 1 within the gamut. */
export type Rgb = readonly [number, number, number];
type Lch = { l: number; c: number; h: number };

/** The custom properties of a style sheet in one colour scheme. */
export function tokensOf(sheet: string, scheme: "light" | "dark"): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, name, value] of sheet.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\((.*)\)$/s.exec((value as string).trim());
    const chosen = both ? split(both[1] as string, ",")[scheme === "light" ? 0 : 1] : value;
    // The first value wins: later ones belong to media queries such as reduced motion.
    if (!tokens.has(name as string)) tokens.set(name as string, (chosen as string).trim());
  }
  return tokens;
}

/**
 * Computed colour of a token: hex, `oklch()`, and relative `oklch(from var(--x) …)` with the arithmetic of tokens.css.
 * Clips to sRGB per channel. @throws for any other syntax.
 */
export function colourOf(value: string, tokens: Map<string, string>): Rgb {
  const named = /^var\((--[\w-]+)\)$/.exec(value);
  if (named) {
    const found = tokens.get(named[1] as string);
    if (!found) throw new Error(`no token ${named[1]}`);
    return colourOf(found, tokens);
  }
  if (/^#[0-9a-f]{6}$/i.test(value)) {
    return [1, 3, 5].map((at) => toLinear(Number.parseInt(value.slice(at, at + 2), 16) / 255)) as unknown as Rgb;
  }
  const inside = /^oklch\((?:from (var\(--[\w-]+\)) )?([^/]+)\)$/s.exec(value);
  if (!inside) throw new Error(`not a colour: ${value}`);
  const base = inside[1] ? toLch(colourOf(inside[1], tokens)) : { l: 0, c: 0, h: 0 };
  const [l, c, h] = split(inside[2] as string).map((part) => evaluate(part, base)) as [number, number, number];
  return toRgb({ l, c, h });
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  // Rounded to 8 bits per channel, as displayed.
  const [x, y, z] = [r, g, b].map((value) => toLinear(Math.round(fromLinear(value) * 255) / 255)) as [number, number, number];
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

// Björn Ottosson's Oklab matrices, from CSS Color 4.
function toLch([r, g, b]: Rgb): Lch {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const q = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, q), h: (Math.atan2(q, a) * 180) / Math.PI };
}

function toRgb({ l, c, h }: Lch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const q = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * q) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * q) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * q) ** 3;
  const rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return rgb.map((value) => Math.min(1, Math.max(0, value))) as unknown as Rgb;
}

/** Splits at spaces or commas outside brackets. */
function split(text: string, separator = " "): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of text.trim() + separator) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === separator && depth === 0) {
      if (part) parts.push(part);
      part = "";
    } else part += character;
  }
  return parts;
}

/** Evaluates arithmetic with l, c, h, min(), max(), calc() and cos(), left to right by precedence. */
function evaluate(text: string, base: Lch): number {
  const tokens = text.match(/[\d.]+(?:deg)?|[a-z]+|[-+*/(),]/g) ?? [];
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value = tokens[at++] === "+" ? value + product() : value - product();
    return value;
  };
  const product = (): number => {
    let value = term();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * term() : value / term();
    return value;
  };
  const term = (): number => {
    const token = tokens[at++] ?? "";
    if (token === "(") return closed(sum());
    if (/^[\d.]/.test(token)) return Number.parseFloat(token);
    if (token === "l" || token === "c" || token === "h") return base[token];
    at++; // the bracket of a function
    const values = [sum()];
    while (tokens[at] === ",") {
      at++;
      values.push(sum());
    }
    const [first = 0] = values;
    if (token === "calc") return closed(first);
    if (token === "cos") return closed(Math.cos((first * Math.PI) / 180));
    if (token === "min") return closed(Math.min(...values));
    if (token === "max") return closed(Math.max(...values));
    throw new Error(`not understood: ${text}`);
  };
  const closed = (value: number): number => {
    if (tokens[at++] !== ")") throw new Error(`not understood: ${text}`);
    return value;
  };
  const value = sum();
  if (at !== tokens.length) throw new Error(`not understood: ${text}`);
  return value;
}
