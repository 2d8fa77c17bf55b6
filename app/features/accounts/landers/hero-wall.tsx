import css from "./hero-wall.module.css";

export const wall = { css, sheet: () => import.meta.viteRsc.loadCss() };
