/** The parts, in the order in which they run: those that end by themselves first, races last. */
import type { Part } from "./core/part.js";
import { fault } from "./parts/fault.js";
import { kill } from "./parts/kill.js";

export const parts: readonly Part[] = [kill, fault];
