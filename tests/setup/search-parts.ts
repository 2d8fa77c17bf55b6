import type { Part, Search } from "#worker/discovery/members/search-query.ts";

const DROPPED: Record<string, (search: Search) => Search> = {
  region: (one) => ({ ...one, region: null }),
  country: (one) => ({ ...one, country: null, region: null }),
  bornAfter: (one) => ({ ...one, bornAfter: null }),
  bornUntil: (one) => ({ ...one, bornUntil: null }),
  tallFrom: (one) => ({ ...one, tallFrom: null }),
  tallUntil: (one) => ({ ...one, tallUntil: null }),
  languages: (one) => ({ ...one, speaks: null }),
  interest: (one) => ({ ...one, interests: [] }),
  answers: (one) => ({ ...one, answers: {} }),
  online: (one) => ({ ...one, activeAfter: null }),
  active: (one) => ({ ...one, lately: null }),
  new: (one) => ({ ...one, createdAfter: null }),
  answered: (one) => ({ ...one, answered: false }),
  unopened: (one) => ({ ...one, unopened: null }),
  unpassed: (one) => ({ ...one, unpassed: null }),
  photo: (one) => ({ ...one, photo: false }),
  checked: (one) => ({ ...one, checked: false }),
  verified: (one) => ({ ...one, verified: false }),
  distance: (one) => ({ ...one, within: null }),
  suits: (one) => ({ ...one, own: null }),
};
/** The search without that part. */
export function dropped(search: Search, part: Part): Search {
  if (DROPPED[part]) return DROPPED[part](search);
  return { ...search, traits: Object.fromEntries(Object.entries(search.traits).filter(([trait]) => trait !== part)) };
}
/** What the search asks for, gender and pool aside. */
export function partsOf(search: Search): Part[] {
  const {
    region,
    country,
    bornAfter,
    bornUntil,
    interests,
    answers,
    traits,
    createdAfter,
    photo,
    checked,
    verified,
    within,
    own,
  } = search;
  const given = Object.entries({
    region,
    country,
    bornAfter,
    bornUntil,
    interest: interests.length > 0 || null,
    tallFrom: search.tallFrom,
    tallUntil: search.tallUntil,
    languages: search.speaks,
    answers: Object.keys(answers).length > 0 || null,
    active: search.lately,
    new: createdAfter,
    answered: search.answered || null,
    unopened: search.unopened,
    unpassed: search.unpassed,
    photo: photo || null,
    checked: checked || null,
    verified: verified || null,
    distance: within,
    suits: own,
  }).filter(([, value]) => value !== null);
  return [...given.map(([part]) => part as Part), ...(Object.keys(traits) as Part[])];
}
