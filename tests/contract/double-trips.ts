import { tripDay } from "#tests/setup/trip-day.ts";
import type { Lines } from "./double.ts";
import type { Person } from "./person.ts";

const TOWN = { country: "NL", region: "NL-GR", city: "Groningen" };
/** Days from today, so that no two lines overlap. */
const day = (ahead: number) => tripDay(ahead);
const stay = (ahead: number) => ({ ...TOWN, from: day(ahead), until: day(ahead) });
const countOf = async (who: Person) => (await who.call("trips", {})).trips.length;

export const TRIPS: Lines = {
  addTrip: {
    send: async ({ anna }) => ({ who: anna, input: stay(10) }),
    effect: async (_, who) => countOf(who),
    expected: 1,
  },
  changeTrip: {
    send: async ({ anna }) => {
      const { trips } = await anna.call("addTrip", stay(20));
      return { who: anna, input: { trip: trips.at(-1)?.id ?? "", ...stay(21) } };
    },
    effect: async (_, who) => (await who.call("trips", {})).trips.at(-1)?.from,
    expected: day(21),
  },
  removeTrip: {
    refusals: ["not_found"],
    send: async ({ anna }) => {
      const { trips } = await anna.call("addTrip", stay(30));
      return { who: anna, input: { trip: trips.at(-1)?.id ?? "" } };
    },
    effect: async (_, who) => (await who.call("trips", {})).trips.some(({ from }) => from === day(30)),
    expected: false,
  },
};
