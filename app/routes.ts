import { index, layout, type RouteConfig } from "@react-router/dev/routes";

/** Every URL of the product, in the layout it stands in. */
export default [
  layout("layouts/default.tsx", [
    index("routes/index/index.tsx"),
  ]),
] satisfies RouteConfig;
