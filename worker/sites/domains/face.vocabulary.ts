import { z } from "zod";
import { withTexts } from "./field-texts.vocabulary.ts";

/** Landing-page prefixes of niches 1 to 7. */
export const NICHE_PREFIXES = ["none", "she", "bdsm", "bbw", "gilf", "milf", "gay"] as const;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, "a colour as #rrggbb");

/** Custom properties of app/styles/tokens.css that a niche overrides. */
export const theme = withTexts(
  { primary: colour, secondary: colour, success: colour, unread: colour },
  {
    primary: ["Buttons and links.", "#1f6f54"],
    secondary: ["What stands beside them.", "#26347d"],
    success: ["What went well.", "#1d7a4c"],
    unread: ["Counters of what is new.", "#d4391c"],
  },
);

const HEROES = ["grid", "duet", "wall", "editorial", "bubbles", "album", "split", "band"] as const;
export const DISPLAY_FONTS = ["fraunces", "figtree", "cormorant", "bricolage", "nunito"] as const;

export const face = withTexts(
  {
    hero: z.enum(HEROES),
    cast: z.enum(NICHE_PREFIXES),
    radius: z.enum(["sharp", "soft", "round"]),
    font: z.enum(DISPLAY_FONTS),
    mood: z.enum(["auto", "light", "dark"]),
  },
  {
    hero: ["Layout of the front page.", "album"],
    cast: ["The niche whose drawn people the front page and the landing pages show.", "gilf"],
    radius: ["Corners of cards, pictures and fields.", "round"],
    font: ["Font of headlines.", "fraunces"],
    mood: ["Light or dark, or as each visitor's device has it (`auto`).", "dark"],
  },
);
