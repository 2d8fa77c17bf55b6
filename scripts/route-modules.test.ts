import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { routeModulesOnce } from "./route-modules.ts";

const ROUTE = "/site/app/routes/login.tsx";

function counted() {
  const asked: string[] = [];
  const plugin: Plugin = {
    name: "react-router-rsc-virtual-route-modules",
    transform: async (code, id) => {
      asked.push(id);
      return { code: `${code} of ${id}` };
    },
  };
  const [{ transform }] = routeModulesOnce([plugin], /\/app\/routes\//) as unknown as [
    { transform: (code: string, id: string) => unknown },
  ];
  return { asked, transform };
}

test("the part of a route is made once for each code, and its entry for each environment", async () => {
  const { asked, transform } = counted();
  const part = `${ROUTE}?client-route-module=shared`;
  expect(await transform("one", part)).toEqual({ code: `one of ${part}` });
  expect(await transform("one", part)).toEqual({ code: `one of ${part}` });
  expect(asked).toEqual([part]);
  expect(await transform("two", part)).toEqual({ code: `two of ${part}` });
  await transform("two", `${ROUTE}?server-route-module=`);
  await transform("two", ROUTE);
  await transform("two", ROUTE);
  expect(asked.slice(1)).toEqual([part, `${ROUTE}?server-route-module=`, ROUTE, ROUTE]);
});

test("a module outside the routes is not asked for, and another React Router is noticed", async () => {
  const { asked, transform } = counted();
  expect(await transform("one", "/site/worker/ids.ts?client-route-module=shared")).toBeUndefined();
  expect(asked).toEqual([]);
  expect(() => routeModulesOnce([{ name: "another" }], /x/)).toThrow("React Router has changed");
});
