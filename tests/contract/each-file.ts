import { served, shared } from "./served-store.ts";

// Modules stay for the next file of a worker: what the last one put there goes.
Object.assign(served, shared());
