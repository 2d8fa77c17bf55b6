import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { missingClasses } from "./classes.ts";

test("a class that its sheet does not define is told, others are not", () => {
  const source = `
    import css from "./note.module.css";
    import shared from "./shared.module.css";
    const view = <p className={cx(css.note, css[tone], shared.wide)}>{other.css.none}</p>;
    const lost = css.said;
    const path = "./css.module";`;
  const sheets: Record<string, string> = { "./note.module.css": ".note > span { top: 0 }", "./shared.module.css": ".narrow {}" };
  deepEqual(
    missingClasses(source, (sheet) => sheets[sheet] ?? ""),
    [
      { sheet: "./note.module.css", name: "said" },
      { sheet: "./shared.module.css", name: "wide" },
    ],
  );
});
