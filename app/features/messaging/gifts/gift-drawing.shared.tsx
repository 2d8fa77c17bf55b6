import { cx } from "#app/ui/cx.ts";
import css from "./gift-drawing.module.css";

/** Ids of public/gifts.svg; any other gift is shown wrapped. */
const DRAWN = new Set([
  "rose",
  "bouquet",
  "kiss",
  "heart",
  "chocolates",
  "strawberry",
  "coffee",
  "cocktail",
  "champagne",
  "cake",
  "teddy",
  "diamond",
]);

interface GiftDrawingProps {
  id: string;
  size?: "m" | "l";
  /** A second of motion when it appears. */
  dear?: boolean;
}

export function GiftDrawing({ id, size = "m", dear }: GiftDrawingProps) {
  return (
    <svg aria-hidden="true" className={cx(css.drawing, css[size], dear && css.dear)}>
      <use href={`/gifts.svg#${DRAWN.has(id) ? id : "wrapped"}`} />
    </svg>
  );
}
