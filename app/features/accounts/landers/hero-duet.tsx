import css from "./hero-duet.module.css";

export const duet = { css, sheet: () => import.meta.viteRsc.loadCss() };
