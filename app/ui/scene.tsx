import type { ReactNode } from "react";
import css from "./scene.module.css";

type SceneName = "letterbox" | "table" | "door" | "night" | "lighthouse" | "boat";

const heart = (x: number, y: number, size: number) =>
  `M${x} ${y + size * 0.9}c${-size * 1.3} ${-size * 0.8} ${-size * 0.9} ${-size * 1.8} 0 ${-size * 1.1}c${size * 0.9} ${-size * 0.7} ${size * 1.3} ${size * 0.3} 0 ${size * 1.1}z`;

/** Classes: `soft` is a plane, `line` an outline, `warm` what glows, `deep` the second colour of the brand. */
const DRAWN: Record<SceneName, ReactNode> = {
  letterbox: (
    <>
      <path className={css.soft} d="M14 104c22-8 110-10 132 0z" />
      <path className={css.deep} d="M76 62h8v42h-8z" />
      <path className={css.body} d="M46 62V40a16 16 0 0 1 16-16h42a16 16 0 0 1 16 16v22z" />
      <path
        className={css.line}
        d="M46 62V40a16 16 0 0 1 16-16h42a16 16 0 0 1 16 16v22zM46 62a16 16 0 0 0 32 0V40a16 16 0 0 0-16-16"
      />
      <path className={css.line} d="M120 46h10V30h-6v16" />
      <path className={css.warm} d={heart(98, 44, 8)} />
      <path className={css.faint} d="M24 38h12M20 46h10M136 68h8" />
    </>
  ),
  table: (
    <>
      <path className={css.soft} d="M10 104c26-7 114-8 140 0z" />
      <path className={css.line} d="M48 74h64M80 74v30M66 104h28" />
      <path className={css.line} d="M26 56v24h20v24M26 80v24M134 56v24h-20v24M134 80v24" />
      <path className={css.body} d="M58 62h13v6a5 5 0 0 1-5 5h-3a5 5 0 0 1-5-5zM89 62h13v6a5 5 0 0 1-5 5h-3a5 5 0 0 1-5-5z" />
      <path
        className={css.line}
        d="M58 62h13v6a5 5 0 0 1-5 5h-3a5 5 0 0 1-5-5zM89 62h13v6a5 5 0 0 1-5 5h-3a5 5 0 0 1-5-5zM102 64h4v5h-4M58 64h-4v5h4"
      />
      <path className={css.warm} d="M54 14h52a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8H86l-6 7-6-7H54a8 8 0 0 1-8-8V22a8 8 0 0 1 8-8z" />
      <path className={css.dots} d="M68 29h0M80 29h0M92 29h0" />
    </>
  ),
  door: (
    <>
      <path className={css.soft} d="M12 104c26-8 110-8 136 0z" />
      <path className={css.warm} d="M62 18h36v84h-36z" />
      <path className={css.body} d="M62 18l-22 8v84l22-8z" />
      <path className={css.line} d="M62 18h36v84M62 18l-22 8v84l22-8zM46 66h0" />
      <path className={css.deep} d="M66 106h38l8 6H62z" />
      <path className={css.line} d="M122 104V84M116 104h12" />
      <path className={css.deep} d="M122 84c-10-2-12-12-8-20 8 2 12 10 8 20zM122 80c2-10 10-14 16-12 0 8-6 14-16 12z" />
      <path className={css.faint} d="M106 30l10-6M106 44h12M106 58l10 6" />
    </>
  ),
  night: (
    <>
      <path className={css.deep} d="M18 16h124v74H18z" opacity="0.14" />
      <path className={css.body} d="M50 36l46-8 11 62-46 8z" />
      <path className={css.line} d="M50 36l46-8 11 62-46 8z" />
      <path className={css.soft} d="M66 30h46v64H66z" />
      <path className={css.line} d="M66 30h46v64H66z" />
      <path className={css.warm} d="M98 50a13 13 0 1 1-14-4 10 10 0 0 0 14 4z" />
      <path className={css.dots} d="M30 30h0M132 26h0M128 58h0M34 66h0M40 48h0" />
      <path className={css.faint} d="M76 78h26M76 84h16" />
    </>
  ),
  lighthouse: (
    <>
      <path className={css.warm} d="M70 30L14 14v30zM90 30l56-16v30z" opacity="0.45" />
      <path className={css.soft} d="M8 98c20-10 40 6 62-2s52-4 82 2v12H8z" />
      <path className={css.body} d="M71 40h18l6 56H65z" />
      <path className={css.deep} d="M69.500 54h21l1.400 13H68.100zM66.700 80h26.600l1.400 13H65.300z" />
      <path className={css.line} d="M71 40h18l6 56H65zM68 40h24M73 40V24h14v16M70 24l10-10 10 10z" />
      <path className={css.faint} d="M18 104h20M56 108h28M112 105h24" />
    </>
  ),
  boat: (
    <>
      <path className={css.warm} d="M122 34a14 14 0 1 1-.1 0z" opacity="0.6" />
      <path className={css.soft} d="M6 86c16-8 28 4 44 0s28-8 46-2 34-2 58 2v22H6z" />
      <path className={css.body} d="M80 20v52H46zM86 32v40h24z" />
      <path className={css.line} d="M80 20v52H46zM86 32v40h24zM40 78h80l-12 16H52z" />
      <path className={css.deep} d="M40 78h80l-12 16H52z" />
      <path className={css.faint} d="M14 98h18M62 102h30M118 98h24M24 30c4-6 8-6 12 0 4-6 8-6 12 0" />
    </>
  ),
};

/** A small drawing in the colours of the site. Decorative. */
export function Scene({ name }: { name: SceneName }) {
  return (
    <svg aria-hidden="true" className={css.scene} viewBox="0 0 160 112">
      {DRAWN[name]}
    </svg>
  );
}
