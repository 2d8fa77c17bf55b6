/** A rule and a check of axe: their functions may be replaced. */
interface Axe {
  _audit: {
    rules: { id: string; matches(node: Element, ...rest: unknown[]): boolean }[];
    checks: Record<string, { evaluate(this: Helper, node: Element, ...rest: unknown[]): boolean | undefined }>;
  };
}

interface Helper {
  data(measured: Measured): void;
}

interface Measured {
  fgColor?: string;
  bgColor?: string;
}

/** An element that paints its background, and what decides how it looks. */
interface Painted {
  element: Element;
  box: DOMRect;
  look: string;
}

export interface Colours {
  /** Keys of the texts that the document has now. */
  keys(): string[];
  /** Texts with these keys are left out. */
  leaveOut(known: string[]): void;
  /** Keys of the texts whose contrast was measured, and is enough. */
  enough(): string[];
}

/**
 * Runs in the page. The rule of contrast takes half of the time of all rules, and most texts of a page were on the page before it.
 * A text is left out if its contrast was measured and found enough with the same key. The key names the elements around it by name and
 * class, with all that axe reads of their style, and the width of the window. It also names each painted box that meets the text's own
 * without holding it: such a box may lie under the text. What axe could not measure, or found too low, it measures again.
 */
export function measureOnce(): void {
  const page = globalThis as unknown as { axe: Axe; colours: Colours };
  const { rules, checks } = page.axe._audit;
  const [rule, check] = [rules.find(({ id }) => id === "color-contrast"), checks["color-contrast"]];
  if (!rule || !check) throw new Error("axe has no rule of contrast");
  const { matches } = rule;
  const { evaluate } = check;
  let known = new Set<string>();
  const enough = new Set<string>();
  let chains = new Map<Element, string>();
  let keysOfTexts = new Map<Element, string>();
  let painted: Painted[] | undefined;
  const forget = () => {
    chains = new Map();
    keysOfTexts = new Map();
    painted = undefined;
  };

  const hash = (text: string) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i++) {
      high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
      low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
    }
    return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`;
  };
  const chainOf = (element: Element): string => {
    const found = chains.get(element);
    if (found) return found;
    const style = getComputedStyle(element);
    const read = [
      ...[element.parentElement ? chainOf(element.parentElement) : innerWidth, element.tagName, element.getAttribute("class")],
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.fontSize, style.fontWeight],
      ...[style.textShadow, style.filter, style.mixBlendMode, style.position, style.webkitTextStrokeWidth],
    ];
    const key = hash(read.join("|"));
    chains.set(element, key);
    return key;
  };
  const paintedBoxes = (): Painted[] =>
    [...document.body.querySelectorAll("*")].flatMap((element) => {
      const style = getComputedStyle(element);
      const { backgroundColor: colour, backgroundImage: image } = style;
      if (image === "none" && /^rgba\(.*, 0\)$|^transparent$/.test(colour)) return [];
      const box = element.getBoundingClientRect();
      const look = [colour, image, style.opacity, style.position, style.zIndex, style.visibility, style.display].join("|");
      return box.width > 0 && box.height > 0 ? [{ element, box, look }] : [];
    });
  const keyOf = (element: Element): string => {
    const found = keysOfTexts.get(element);
    if (found) return found;
    painted ??= paintedBoxes();
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const meeting = painted.filter(
      ({ element: other, box }) =>
        box.left < right && box.right > left && box.top < bottom && box.bottom > top && !other.contains(element),
    );
    const key = hash([chainOf(element), ...meeting.map(({ look }) => look)].join("/"));
    keysOfTexts.set(element, key);
    return key;
  };
  const hasText = (element: Element) =>
    /^(input|select|textarea)$/i.test(element.tagName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

  rule.matches = (node, ...rest) => hasText(node) && !known.has(keyOf(node)) && matches(node, ...rest);
  check.evaluate = function (node, ...rest) {
    let measured: Measured = {};
    const { data } = this;
    this.data = (said) => {
      measured = said;
      data(said);
    };
    const answer = evaluate.call(this, node, ...rest);
    if (answer === true && measured.fgColor && measured.bgColor) enough.add(keyOf(node));
    return answer;
  };
  page.colours = {
    keys() {
      forget();
      return [...new Set([...document.body.querySelectorAll("*")].filter(hasText).map(keyOf))];
    },
    leaveOut(keys) {
      known = new Set(keys);
      forget();
      enough.clear();
    },
    enough: () => [...enough],
  };
}
