/** The parts, in the order in which they run. */
import type { Part } from "../torture/core/part.js";
import { attempts } from "./parts/attempts.js";
import { confined } from "./parts/confined.js";
import { race } from "./parts/race.js";
import { since } from "./parts/since.js";
import { timing } from "./parts/timing.js";

export const parts: readonly Part[] = [...attempts, since, timing, confined, race];
