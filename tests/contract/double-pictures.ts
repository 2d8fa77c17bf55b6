import { count, type Lines } from "./double.ts";

export const PICTURES: Lines = {
  pictureNotice: {
    send: async ({ visitor, unique }) => ({
      who: visitor,
      input: {
        ...{ where: `nobody-${unique}`, name: "Anna Bos", email: `p${unique}@example.org` },
        ...{ good_faith: "on", complaint_key: `picture-${unique}` },
      },
    }),
    effect: ({ unique }) => count("SELECT count(*) n FROM complaints WHERE link = ?", `nobody-${unique}`),
    expected: 1,
  },
};
