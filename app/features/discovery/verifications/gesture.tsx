import type { Gesture } from "#db/schema/attributes.ts";
import css from "./gesture.module.css";

/** From public/gestures.svg; the text beside it says the same. */
export function GestureDrawing({ gesture }: { gesture: Gesture }) {
  return (
    <svg aria-hidden="true" className={css.drawing}>
      <use href={`/gestures.svg#${gesture}`} />
    </svg>
  );
}
