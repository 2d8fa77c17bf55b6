import { type ConfigData, type DOMReadyEvent, type HtmlElement, HtmlValidate, Rule, StaticConfigLoader } from "html-validate";

/** HTML, `select`: a required one begins with an empty choice, which has words. */
class RequiredSelect extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const select of document.querySelectorAll("select[required]")) {
        const first = select.querySelector("option");
        const says = first?.textContent.trim() || first?.getAttributeValue("label");
        if (first?.getAttributeValue("value") === "" && says) continue;
        this.report({ node: select, message: "A required select needs a first option with an empty value and words" });
      }
    });
  }
}

/** HTML, `img` and `link`: sizes choose among the candidates of a set. */
class SizesOfSet extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const [sizes, set] of [["sizes", "srcset"] as const, ["imagesizes", "imagesrcset"] as const])
        for (const node of document.querySelectorAll("img, source, link"))
          if (has(node, sizes) && !has(node, set) && !node.is("link[rel=icon]"))
            this.report({ node, message: `${sizes} without ${set}` });
    });
  }
}

/** WCAG 2.5.3: voice control finds a control by the words that it shows. */
class LabelInName extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const node of document.querySelectorAll("a, button, summary")) {
        const label = node.getAttributeValue("aria-label");
        if (label === null) continue;
        const shown = words(shownIn(node));
        if (words(label).includes(shown)) continue;
        this.report({ node, message: `The label "${label}" lacks the words "${shown}"` });
      }
    });
  }
}

/** React spells attributes as JSX does. */
const has = (node: HtmlElement, name: string) => node.attributes.some(({ key }) => key.toLowerCase() === name);
const words = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

function shownIn(node: HtmlElement): string {
  return node.childNodes
    .map((child) => {
      if (child.nodeType === 3) return child.textContent;
      const element = child as HtmlElement;
      const hidden = element.getAttributeValue("aria-hidden") === "true" || element.classList.contains("visually-hidden");
      return hidden ? "" : shownIn(element);
    })
    .join("");
}

const CONFIG: ConfigData = {
  root: true,
  // React writes `action=""` on each form of a server function (HTML asks for an address or none); browsers take the page's.
  elements: ["html5", { form: { attributes: { action: {} } } }],
  extends: ["html-validate:standard", "html-validate:a11y"],
  plugins: [
    {
      name: "ours",
      rules: { "ours/required-select": RequiredSelect, "ours/sizes": SizesOfSet, "ours/label-in-name": LabelInName },
    },
  ],
  rules: {
    "ours/required-select": "error",
    "ours/sizes": "error",
    "ours/label-in-name": "error",
    // A submit button is HTML's default, and what these buttons are.
    "no-implicit-button-type": "off",
    // Muted films, which stand still where less motion is wanted.
    "no-autoplay": ["error", { include: ["audio"] }],
    // The deck of a lander sends nothing.
    "wcag/h32": "off",
  },
};

/** Mail programs know the tables of 1999 and few styles. */
const MAILS: ConfigData = { ...CONFIG, rules: { ...CONFIG.rules, "no-deprecated-attr": "off" } };

const pages = new HtmlValidate(new StaticConfigLoader(CONFIG));
const mails = new HtmlValidate(new StaticConfigLoader(MAILS));

/** What is invalid in a document, a line each: rule, place and message. */
export async function invalidIn(html: string, of: "page" | "mail" = "page"): Promise<string[]> {
  const { results } = await (of === "page" ? pages : mails).validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
