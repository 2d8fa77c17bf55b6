import css from "./hero-band.module.css";

export const band = { css, sheet: () => import.meta.viteRsc.loadCss() };
