import { z } from "zod";

/** An id that a provider declares; an upstream may have others. Apart from the names, which pages take to the browser without zod. */
export const paymentMethodSchema = z.string().regex(/^[a-z][a-z0-9_]{1,29}$/, "lower case letters, digits and underscores");
