/** Of commands that say no `--data`: the store of `npm start`, unless the environment names another. */
export const DATA = process.env.LIAISON_DATA || ".data/local";
