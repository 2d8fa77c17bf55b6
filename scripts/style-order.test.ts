import { expect, test } from "vitest";
import { overridesIn } from "./style-order.ts";

const FILES: Record<string, string> = {
  "app/ui/photo.tsx": `
import { cx } from "./cx.ts";
import css from "./photo.module.css";
export function Photo({ ratio, className }: PhotoProps) {
  return <div className={cx(css.frame, css[ratio], className)}><img className={css.image} /></div>;
}`,
  "app/ui/photo.module.css":
    ".frame, .wide { display: grid } @media print { .square { gap: 0 } } .image { color: red } .frame > a { order: 1 }",
  "app/features/card.tsx": `
import { type Look, Photo } from "#app/ui/photo.tsx";
import css from "./card.module.css";
export const Card = () => (
  <Photo onShow={() => 0} className={\`still \${css.photo}\`}>
    <Photo ratio="square" />
    <p className={css.note} />
  </Photo>
);`,
  "app/features/card.module.css":
    ".photo { gap: 1px; color: red; order: 2 } .note { display: none } /* .photo { display: none } */",
};
const files = Object.keys(FILES).filter((file) => file.endsWith(".tsx"));

test("a class that a component is given comes after the component's own, where both set a property", () => {
  const [earlier, later] = ["app/ui/photo.module.css", "app/features/card.module.css"];
  const found = overridesIn(files, (file) => FILES[file] ?? "");
  // A computed name stands for any class.
  expect(found).toEqual(["gap", "color"].map((property) => ({ earlier, later, property })));
});
