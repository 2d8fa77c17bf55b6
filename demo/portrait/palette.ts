export interface Skin {
  base: string;
  light: string;
  shade: string;
  blush: string;
  lip: string;
}

export const SKINS: readonly Skin[] = [
  { base: "#f8d9c4", light: "#ffeada", shade: "#e2a98c", blush: "#ef9484", lip: "#cf6f6c" },
  { base: "#f4cba9", light: "#ffe1c6", shade: "#d99a73", blush: "#ea8a72", lip: "#c66560" },
  { base: "#ecba90", light: "#f9d5b2", shade: "#cb8a5e", blush: "#df7d62", lip: "#b95a52" },
  { base: "#dca678", light: "#eec29a", shade: "#b5784b", blush: "#cf6f52", lip: "#ad544a" },
  { base: "#c68e60", light: "#dcab80", shade: "#9a643b", blush: "#bb5d42", lip: "#9c4a40" },
  { base: "#a8714a", light: "#c28c63", shade: "#7c4c2d", blush: "#a24d38", lip: "#8a4038" },
  { base: "#855437", light: "#a06d4d", shade: "#5f3722", blush: "#8a3f30", lip: "#7a3733" },
  { base: "#64402c", light: "#805741", shade: "#43281b", blush: "#74342b", lip: "#6d3130" },
];

/** "bald" has the shades of the remaining hair. */
export const HAIR_SHADES = {
  black: ["#2b2326", "#1f1c24", "#352826"],
  brown: ["#4b2f23", "#653f2a", "#7d5236", "#5a3626", "#38231b", "#42291e"],
  blond: ["#d8b06a", "#c69954", "#e5cb94", "#b98b4e"],
  red: ["#b0512d", "#c9682f", "#8c3b26"],
  grey: ["#9b9896", "#85838a", "#b3aeaa"],
  white: ["#e9e4dc", "#dcd8d6"],
  bald: ["#5a4234", "#8d8884", "#3a2c29", "#b9b3ad"],
  other: ["#d77a92", "#7a6cae", "#3f8c8f", "#c25c7c", "#5d78b5"],
} as const;

export const EYE_SHADES = {
  blue: "#4f8fc0",
  green: "#5f9467",
  brown: "#6b4127",
  grey: "#7f929c",
  hazel: "#94733c",
  other: "#7c62a3",
} as const;

export const CLOTHES = {
  cream: "#f1e4cf",
  terracotta: "#c4623f",
  mustard: "#d9a036",
  sage: "#8fa584",
  forest: "#35604c",
  teal: "#2f7d80",
  navy: "#2c3e60",
  dusk: "#7690b3",
  plum: "#6d4068",
  wine: "#8b2f43",
  blush: "#e3a79b",
  charcoal: "#3b3b45",
  white: "#f6f3ee",
  coral: "#e57a5f",
  black: "#29262e",
  lilac: "#a996c4",
} as const;
