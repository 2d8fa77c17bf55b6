import type { Plugin } from "vite";
import { expect, test } from "vitest";
import packages from "#package.json" with { type: "json" };
import { routeModulesOnce } from "./route-modules.ts";

const ROUTE = "/site/app/routes/login.tsx";

type Transform = (this: { environment: { name: string; mode: string } }, code: string, id: string) => unknown;

function counted() {
  const asked: string[] = [];
  const plugin: Plugin = {
    name: "react-router-rsc-virtual-route-modules",
    transform: async function (code, id) {
      asked.push(id);
      return { code: `${code} of ${id} for ${this.environment.name}` };
    },
  };
  const [once] = routeModulesOnce([plugin], /\/app\/routes\//) as unknown as [{ transform: Transform }];
  const transform = (code: string, id: string, name = "rsc", mode = "build") =>
    once.transform.call({ environment: { name, mode } }, code, id);
  return { asked, transform };
}

test("the part of a route is made once for each code, and its entry for each environment", async () => {
  const { asked, transform } = counted();
  const part = `${ROUTE}?client-route-module=shared`;
  expect(await transform("one", part)).toEqual({ code: `one of ${part} for rsc` });
  expect(await transform("one", part, "ssr")).toEqual({ code: `one of ${part} for rsc` });
  expect(asked).toEqual([part]);
  expect(await transform("two", part)).toEqual({ code: `two of ${part} for rsc` });
  await transform("two", `${ROUTE}?server-route-module=`);
  for (const name of ["rsc", "ssr"]) expect(await transform("two", ROUTE, name)).toEqual({ code: `two of ${ROUTE} for ${name}` });
  expect(asked.slice(1)).toEqual([part, `${ROUTE}?server-route-module=`, ROUTE, ROUTE]);
});

test("the part of a route is made for each mode, whose code differs", async () => {
  const { asked, transform } = counted();
  const part = `${ROUTE}?client-route-module=shared`;
  for (const mode of ["build", "dev", "dev"]) await transform("one", part, "client", mode);
  expect(asked).toEqual([part, part]);
});

test("the parts are shared by environments as long as React Router makes them alike", () => {
  // An upgrade may make a part by its environment: look at its plugin, then change the version here.
  expect(packages.dependencies["@react-router/dev"]).toBe("8.4.0");
});

test("a module outside the routes is not asked for, and another React Router is noticed", async () => {
  const { asked, transform } = counted();
  expect(await transform("one", "/site/worker/ids.ts?client-route-module=shared")).toBeUndefined();
  expect(asked).toEqual([]);
  expect(() => routeModulesOnce([{ name: "another" }], /x/)).toThrow("React Router has changed");
});
