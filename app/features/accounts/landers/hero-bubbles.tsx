import css from "./hero-bubbles.module.css";

export const bubbles = { css, sheet: () => import.meta.viteRsc.loadCss() };
