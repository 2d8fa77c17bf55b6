import type { z } from "zod";
import { contract as complaints } from "#worker/complaints/complaint-queue.contract.ts";
import { contract as cases } from "#worker/decisions/cases.contract.ts";
import { contract as photos } from "#worker/photos/photo-queue.contract.ts";
import { contract as work } from "#worker/work/work.contract.ts";
import { contract as staff } from "./staff.contract.ts";

/** Every call of the staff side. The matrix test makes each of them with each role. */
export const STAFF_CALLS = { ...staff, ...work, ...photos, ...cases, ...complaints };

export type StaffCallName = keyof typeof STAFF_CALLS;
type StaffCallOf<N extends StaffCallName> = (typeof STAFF_CALLS)[N];
type StaffInput<N extends StaffCallName> = z.input<StaffCallOf<N>["input"]>;
type StaffOutput<N extends StaffCallName> = z.output<StaffCallOf<N>["output"]>;
export type StaffBackend = { [N in StaffCallName]: (input: StaffInput<N>) => Promise<StaffOutput<N>> };
