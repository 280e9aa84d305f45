/** The parts, in the order in which they run: those that end by themselves first, races last. */
import type { Part } from "./core/part.js";
import { clock } from "./parts/clock.js";
import { fault } from "./parts/fault.js";
import { flip } from "./parts/flip.js";
import { hosts } from "./parts/hosts.js";
import { kept } from "./parts/kept.js";
import { kill } from "./parts/kill.js";
import { own } from "./parts/own.js";
import { prune } from "./parts/prune.js";
import { race } from "./parts/race.js";
import { state } from "./parts/state.js";

export const parts: readonly Part[] = [state, clock, hosts, kept, kill, fault, flip, prune, own, race];
