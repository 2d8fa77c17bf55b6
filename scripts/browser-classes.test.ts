import { expect, test } from "vitest";
import { namedClasses } from "./browser-classes.ts";

const LINE = 'import css from "./row.module.css";';
const NAMED = 'import * as css from "./row.module.css";';

test("classes that are named one by one are imported one by one", () => {
  const code = "<p className={cx(css.row, open && css.open_row)} />";
  expect(namedClasses(`${LINE}\n${code}`)).toBe(`${NAMED}\n${code}`);
  const told = "// The css of a row.\nuse(css.row);";
  expect(namedClasses(`${LINE}\n${told}`)).toBe(`${NAMED}\n${told}`);
  const two = 'import parts from "./parts.module.css";';
  expect(namedClasses(`${LINE}\n${two}\nuse(css.row, parts[kind]);`)).toBe(`${NAMED}\n${two}\nuse(css.row, parts[kind]);`);
});

test("a map that is used as a whole, or whose default is asked, stays whole", () => {
  for (const code of ["css[tone]", "draw({ ...css })", "css.row + css.default", 'css["a-b"]', "name(css)"])
    expect(namedClasses(`${LINE}\n${code}`)).toBe(`${LINE}\n${code}`);
  for (const code of ["css.delete", "css.defaults"]) expect(namedClasses(`${LINE}\n${code}`)).toBe(`${NAMED}\n${code}`);
});
