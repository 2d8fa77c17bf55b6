// `npm run pictures`: makes the pictures of README and docs anew. Names make only these: screenshots, recording, sheets, chats.
import { ensureInstalled, fail, run24 } from "#scripts/bootstrap.mjs";

const SCRIPTS = {
  screenshots: "tools/pictures/screenshots.ts",
  recording: "tools/pictures/recording.ts",
  sheets: "tools/pictures/contact-sheets.ts",
  chats: "tools/pictures/chat-sheets.ts",
};
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SCRIPTS);
const unknown = names.find((name) => !Object.hasOwn(SCRIPTS, name));
if (unknown) fail(`There are no pictures "${unknown}". Use: npm run pictures -- [${Object.keys(SCRIPTS).join("] [")}]`);

ensureInstalled("all");
const { ensureBuilt } = await import("#scripts/build.mjs");
await ensureBuilt();
for (const name of names) process.exitCode ||= await run24(SCRIPTS[name]);
