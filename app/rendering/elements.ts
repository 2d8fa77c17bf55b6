export const ELEMENT = Symbol.for("react.transitional.element");
export const FRAGMENT = Symbol.for("react.fragment");

export type Part = { $$typeof?: symbol; type: unknown; key: string | null; props: Record<string, unknown> };

export function isElement(node: unknown): node is Part {
  return typeof node === "object" && node !== null && (node as Part).$$typeof === ELEMENT;
}

export function withHtml(part: Part, html: string): Part {
  const { children: _, ...props } = part.props;
  return { ...part, props: { ...props, dangerouslySetInnerHTML: { __html: html } } };
}
