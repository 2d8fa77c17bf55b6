/** Cases that Finnish texts need of the site's name, e.g. `{{site_genitive}}`. */
export const CASES = ["genitive", "inessive", "elative", "illative", "adessive", "allative"] as const;

/** E.g. Liaisonin, Liaisonissa, Liaisonista, Liaisoniin, Liaisonilla, Liaisonille. */
export function bentName(name: string): Record<(typeof CASES)[number], string> {
  const last = name.at(-1)?.toLowerCase() ?? "";
  const vowel = /[aeiouyäöå]/.test(last);
  // A consonant takes an i before the ending; a digit or sign takes a colon.
  const stem = vowel ? name : /\p{L}/u.test(last) ? `${name}i` : `${name}:`;
  const a = /[aouå]/i.test(name) ? "a" : "ä";
  const into = vowel ? `${last}n` : stem.endsWith(":") ? "een" : "in";
  return {
    genitive: `${stem}n`,
    inessive: `${stem}ss${a}`,
    elative: `${stem}st${a}`,
    illative: `${stem}${into}`,
    adessive: `${stem}ll${a}`,
    allative: `${stem}lle`,
  };
}
