import { count, type Lines } from "./double.ts";

export const WITHDRAWALS: Lines = {
  withdraw: {
    send: async ({ visitor, unique }) => ({
      who: visitor,
      input: {
        ...{ name: "Anna Jansen", contract: unique, email: `w${unique}@example.org` },
        ...{ confirmed: true, withdrawal_key: `withdrawal-${unique}` },
      },
    }),
    effect: ({ unique }) => count("SELECT count(*) n FROM withdrawals WHERE contract = ?", unique),
    expected: 1,
  },
};
