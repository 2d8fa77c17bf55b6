import rsc, { getPluginApi } from "@vitejs/plugin-rsc";
import * as React from "react";
import { createElement, type FunctionComponent } from "react";
import { expect, test } from "vitest";
import { sheetsOf } from "./later-sheets.tsx";

/** What a build of plugin-rsc makes of `loadCss()` in a file with these sheets. */
function linksOf(css: string[]): FunctionComponent {
  const plugins = rsc({ serverHandler: false }).flat() as { name: string; load?: { handler(id: string): string } }[];
  const api = getPluginApi({ plugins } as never);
  Object.assign(api?.manager ?? {}, { config: { command: "build", root: "/" } });
  const load = plugins.find(({ name }) => name === "rsc:importer-resources")?.load;
  const id = "\0virtual:vite-rsc/css?type=rsc&id=%2Fapp%2Fpart.tsx";
  const code = load?.handler.call({ environment: { name: "rsc", mode: "build" } }, id) ?? expect.unreachable();
  const body = code.replaceAll(/^\s*import .*$/gm, "").replace("export const Resources =", "return");
  const manifest = { serverResources: { "app/part.tsx": { js: [], css } } };
  return new Function("__vite_rsc_react__", "__vite_rsc_assets_manifest__", body)(React, manifest) as FunctionComponent;
}

test("the style sheets of a part that is shown later are those that the build links", () => {
  const addresses = ["/assets/sheet-a.css", "/assets/sheet-b.css"];
  expect(sheetsOf(createElement(linksOf(addresses)))).toEqual(addresses);
  expect(sheetsOf(createElement(linksOf([])))).toEqual([]);
});
