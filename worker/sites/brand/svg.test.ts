import { describe, expect, test } from "vitest";
import { cleanSvg } from "./svg.ts";

const drawn = (inner: string, root = 'viewBox="0 0 30 10"') => `<svg ${root} xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

test("shapes, colours and gradients stay, and what an editor wrote beside them goes", () => {
  const { svg, problems, ...size } = cleanSvg(
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><!-- <script>1</script> -->
${drawn('<title>A <b/> title</title><metadata><rdf:RDF/></metadata><g id="a" class="x" inkscape:label="y" style="fill:#1f6f54;font-size:3px"><path d="M0 0h1" fill="url(#b)"/></g>')}`,
  );
  expect(problems).toEqual([]);
  expect(size).toEqual({ width: 30, height: 10 });
  expect(svg).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10" width="30" height="10"><g id="a" fill="#1f6f54"><path d="M0 0h1" fill="url(#b)"/></g></svg>',
  );
  const sized = cleanSvg(drawn("", 'width="40px" height="20"'), { width: 80, height: 40 });
  expect(sized.svg).toBe('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 40 20"></svg>');
});

describe("what could run, load or be typed is named with its place", () => {
  test.each([
    ["a script", drawn("<script>alert(1)</script>"), "<script> is not taken"],
    ["a handler", drawn('<g onload="x()"/>'), "onload would run a script"],
    ["a handler in capitals", drawn('<g ONLOAD="x()"/>'), "ONLOAD would run a script"],
    ["foreign content", drawn("<foreignObject><p/></foreignObject>"), "<foreignObject> is not taken"],
    ["a link", drawn('<a href="https://x.example"><path d=""/></a>'), "<a> is not taken"],
    ["a picture from elsewhere", drawn('<use xlink:href="https://x.example/a.svg#b"/>'), "href leads out of the picture"],
    ["a script as an address", drawn('<use href="javascript:alert(1)"/>'), "href leads out of the picture"],
    ["a style from elsewhere", drawn('<g style="fill:url(https://x.example)"/>'), "fill loads from elsewhere"],
    ["a sheet", drawn("<style>g{fill:red}</style>"), "<style> is not taken: write colours as attributes, like fill"],
    ["text", drawn("<text>Hi</text>"), "<text> is not taken: turn text into paths"],
    ["an animation", drawn('<set attributeName="href"/>'), "<set> is not taken"],
    ["an entity", drawn('<g fill="&x;"/>'), "fill holds an entity that is not known here"],
    ["declared entities", `<!DOCTYPE svg [<!ENTITY x "y">]>${drawn("")}`, "is not well-formed here"],
    ["an open tag", '<svg viewBox="0 0 1 1"><g>', "<g> is not closed"],
    ["a wrong end", drawn("<g></path></g>"), "</path> closes nothing"],
    ["a torn tag", '<svg viewBox="0 0 1 1"><g fill="a', "is not well-formed here"],
    ["no size", drawn("", ""), "has no size: give <svg> a viewBox"],
  ])("%s", (_, text, message) => {
    expect(cleanSvg(text).problems.map((problem) => problem.message)).toContain(message);
  });

  test("by its offset", () => {
    const text = drawn('\n  <g onclick="x()"/>');
    expect(cleanSvg(text).problems).toEqual([{ at: text.indexOf("<g"), message: "onclick would run a script" }]);
  });
});
