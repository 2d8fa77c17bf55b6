import css from "./hero-editorial.module.css";

export const editorial = { css, sheet: () => import.meta.viteRsc.loadCss() };
