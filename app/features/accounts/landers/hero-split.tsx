import css from "./hero-split.module.css";

export const split = { css, sheet: () => import.meta.viteRsc.loadCss() };
