import { withEdge } from "#worker/server/edge/edge.ts";
import type { Step } from "./step.ts";

/** From here on pages find the request's facts by `edge()`. */
export const ambientEdge: Step = ({ var: { edge } }, next) => withEdge(edge, next);
