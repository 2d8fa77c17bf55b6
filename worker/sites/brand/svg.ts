export interface CleanSvg {
  svg: string;
  width: number;
  height: number;
  /** Nothing is taken of a picture with problems. */
  problems: { at: number; message: string }[];
}

const ELEMENTS = new Set(
  "svg g path rect circle ellipse line polyline polygon defs symbol use linearGradient radialGradient stop clipPath mask".split(
    " ",
  ),
);
/** Left out with all that they hold; editors of pictures write them. */
const LEFT_OUT = new Set(["title", "desc", "metadata"]);
const ATTRIBUTES = new Set(
  `viewBox width height id d x y x1 y1 x2 y2 cx cy r rx ry fx fy points transform fill stroke color opacity fill-opacity
  fill-rule clip-rule clip-path mask stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod href clipPathUnits
  maskUnits maskContentUnits preserveAspectRatio display visibility vector-effect paint-order`.split(/\s+/),
);
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;
const OWN_ID = /^#[\w.-]+$/;
const HINTS: Readonly<Record<string, string>> = {
  style: "write colours as attributes, like fill",
  text: "turn text into paths",
  tspan: "turn text into paths",
  image: "draw it, or hand in a PNG",
};

/** Keeps shapes, colours and gradients of a picture; whatever could run, load or be typed is a problem. */
export function cleanSvg(text: string, shown?: { width: number; height: number }): CleanSvg {
  const problems: CleanSvg["problems"] = [];
  const open: string[] = [];
  let [out, skipped, root] = ["", 0, null as Map<string, string> | null];
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const at = match.index;
    end = TOKEN.lastIndex;
    const [, closed, name, attributes = "", empty] = match;
    if (closed !== undefined) {
      if (open.pop() !== closed) problems.push({ at, message: `</${closed}> closes nothing` });
      if (skipped > 0) skipped--;
      else out += `</${closed}>`;
    } else if (name !== undefined) {
      if (empty === "") open.push(name);
      const isLeftOut = skipped > 0 || LEFT_OUT.has(name) || name.includes(":");
      if (isLeftOut) {
        if (empty === "") skipped++;
        continue;
      }
      if (!ELEMENTS.has(name)) problems.push({ at, message: `<${name}> is not taken${HINTS[name] ? `: ${HINTS[name]}` : ""}` });
      const allowed = attributesOf(attributes, (message) => problems.push({ at, message }));
      if (!root) root = name === "svg" ? allowed : new Map();
      out += tagOf(name, root === allowed ? sized(allowed, shown) : allowed, root === allowed, empty ?? "");
    }
  }
  if (end < text.length) problems.push({ at: end, message: "is not well-formed here" });
  if (open.length > 0) problems.push({ at: text.length, message: `<${open.at(-1)}> is not closed` });
  const [width, height] = sizeOf(root ?? new Map());
  if (!(width > 0 && height > 0)) problems.push({ at: 0, message: "has no size: give <svg> a viewBox" });
  return { svg: out, width, height, problems };
}

function attributesOf(text: string, say: (message: string) => void): Map<string, string> {
  const allowed = new Map<string, string>();
  const take = (name: string, value: string) => {
    if (/^on/i.test(name)) say(`${name} would run a script`);
    else if (ENTITY.test(value)) say(`${name} holds an entity that is not known here`);
    else if (name === "href" && !OWN_ID.test(value)) say("href leads out of the picture");
    else if (/url\(/i.test(value) && !/^url\(#[\w.-]+\)$/.test(value)) say(`${name} loads from elsewhere`);
    else if (ATTRIBUTES.has(name)) allowed.set(name, value.replaceAll('"', "&quot;"));
  };
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    if (name === "style")
      for (const declaration of value.split(";")) {
        const [property = "", ...rest] = declaration.split(":");
        take(property.trim(), rest.join(":").trim());
      }
    else take(name === "xlink:href" ? "href" : name, value);
  }
  return allowed;
}

/** A root with a viewBox, at its own size or another. */
function sized(root: Map<string, string>, shown?: { width: number; height: number }): Map<string, string> {
  const [width, height] = sizeOf(root);
  const box = root.get("viewBox") ?? `0 0 ${width} ${height}`;
  return new Map([
    ...root,
    ["viewBox", box],
    ["width", String(shown?.width ?? width)],
    ["height", String(shown?.height ?? height)],
  ]);
}

function tagOf(name: string, attributes: Map<string, string>, isRoot: boolean, empty: string): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join("");
  return `<${name}${isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ""}${written}${empty}>`;
}

/** In whole units of the viewBox, or of width and height. */
function sizeOf(root: Map<string, string>): [width: number, height: number] {
  const box = (root.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] =
    box.length === 4 ? box.slice(2) : ["width", "height"].map((name) => Number.parseFloat(root.get(name) ?? ""));
  return [width, height].map((one) => Math.max(1, Math.round(one || 0)) * (one ? 1 : 0)) as [number, number];
}
