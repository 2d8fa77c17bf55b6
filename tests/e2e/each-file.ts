import { basename } from "node:path";
import { afterAll, expect } from "vitest";
import { startForFile } from "./product.ts";
import { seeUsed } from "./sight.ts";

/** These start products of their own. */
const STARTING = ["calls", "commands", "dev", "proxy"];

/**
 * Files with a product of their own: `picture-notices` blocks a picture for all members, and `first-visit` needs its newcomer on the first
 * page of the search. Other files share the product of their process: a start takes as long as a journey. They create their own members
 * and may meet what earlier files left. None expects an empty list, and none changes the default site.
 */
const ALONE = ["picture-notices", "first-visit"];

const file = basename(expect.getState().testPath ?? "", ".test.ts");
if (!STARTING.includes(file)) await startForFile({ share: !ALONE.includes(file) });
// Its pages are of the product that runs for it: hooks end in the reverse order.
afterAll(seeUsed);
