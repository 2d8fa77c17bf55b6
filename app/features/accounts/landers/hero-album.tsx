import css from "./hero-album.module.css";

export const album = { css, sheet: () => import.meta.viteRsc.loadCss() };
