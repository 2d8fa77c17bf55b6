import css from "./hero-grid.module.css";

export const grid = { css, sheet: () => import.meta.viteRsc.loadCss() };
