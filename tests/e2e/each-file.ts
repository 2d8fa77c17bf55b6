import { basename } from "node:path";
import { afterAll, expect } from "vitest";
import { startForFile } from "./product.ts";
import { seeUsed } from "./sight.ts";

/** These start products of their own. */
const STARTING = ["calls", "commands", "dev", "proxy"];

/**
 * Each has a product of its own. A picture that one blocks is blocked for all; the other looks for somebody on the search's first page.
 * The others share the product of their process: a start costs as much as a journey. They act with members of their own, and may meet
 * what ended files have left. None counts on an empty list, and none changes the default site.
 */
const ALONE = ["picture-notices", "first-visit"];

const file = basename(expect.getState().testPath ?? "", ".test.ts");
if (!STARTING.includes(file)) await startForFile({ share: !ALONE.includes(file) });
// Its pages are of the product that runs for it: hooks end in the reverse order.
afterAll(seeUsed);
