import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Dialog } from "./dialog.tsx";

function opened(focusInside: boolean): { focused: string[]; buttons: number } {
  const props = { id: "sheet", title: "Get credits", closeLabel: "Close", open: true, focusInside, children: null };
  const html = renderToStaticMarkup(createElement(Dialog, props));
  const focused = [...html.matchAll(/<(\w+)[^>]*\sautofocus/g)].map(([, tag]) => tag ?? "");
  return { focused, buttons: html.split("<button").length - 1 };
}

test("a dialog that opens by itself gives the focus to its title, never to the button that closes it", () => {
  expect(opened(false)).toEqual({ focused: ["h2"], buttons: 2 });
  expect(opened(true)).toEqual({ focused: [], buttons: 2 });
});
