import { expect } from "vitest";
import { startForFile } from "./product.ts";

// These start products of their own.
if (!/\/(commands|dev)\.test\.ts$/.test(expect.getState().testPath ?? "")) await startForFile();
