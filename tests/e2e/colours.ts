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
 * A text is left out if its contrast was measured and found enough with the same key: the elements around it by name and class, with all
 * that axe reads of their style, in a window of the same width. What axe could not measure, or found too low, it measures again.
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

  const hash = (text: string) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i++) {
      high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
      low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
    }
    return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`;
  };
  const keyOf = (element: Element): string => {
    const found = chains.get(element);
    if (found) return found;
    const style = getComputedStyle(element);
    const read = [
      ...[element.parentElement ? keyOf(element.parentElement) : innerWidth, element.tagName, element.getAttribute("class")],
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.fontSize, style.fontWeight],
      ...[style.textShadow, style.filter, style.mixBlendMode, style.position, style.webkitTextStrokeWidth],
    ];
    const key = hash(read.join("|"));
    chains.set(element, key);
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
      chains = new Map();
      return [...new Set([...document.body.querySelectorAll("*")].filter(hasText).map(keyOf))];
    },
    leaveOut(keys) {
      known = new Set(keys);
      chains = new Map();
      enough.clear();
    },
    enough: () => [...enough],
  };
}
