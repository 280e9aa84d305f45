import type { ScriptedAgent } from "../agent.js";
import type { Story } from "../story.js";

const PATH = "harbor/schedule.py";
const FUNCTION = `def choose_crane(placement, cranes, clock):
    """The crane that is free first and reaches far enough, or None."""
    reach = placement.vessel.width + placement.berth.apron
    candidates = []
    for crane in cranes:
        if crane.reach < reach:
            continue
        if crane.berths and placement.berth.code not in crane.berths:
            continue
        free_at = crane.free_at(clock.now())
        candidates.append((free_at, -crane.moves_per_hour, crane.code, crane))
    if not candidates:
        logger.warning("no crane reaches %s at %s", placement.vessel.code, placement.berth.code)
        return None
    candidates.sort()
    return candidates[0][-1]`;
const OLD = `            continue
        free_at = crane.free_at(clock.now())
        candidates.append(`;
const NEW = `            continue
        free_at = crane.free_at(clock.now())
        if crane.in_maintenance(free_at, placement.end):
            continue
        candidates.append(`;

export const largeFile: Story = {
  title: "fix a function in a file of 3,000 lines",
  modules: { [PATH]: { pieces: [{ at: 0.63, text: FUNCTION }] } },
  finish: (project) => project.replace(PATH, OLD, NEW),
  scripts: {
    async searching(agent) {
      await agent.search({ pattern: "def choose_crane", path: PATH, after: 20 });
      await fix(agent);
    },
    async "server-filesystem"(agent) {
      await agent.read(PATH);
      await fix(agent);
    },
  },
};

async function fix(agent: ScriptedAgent): Promise<void> {
  await agent.edit(PATH, [
    { old: OLD.slice(OLD.indexOf("free_at")), new: NEW.slice(NEW.indexOf("free_at")) },
  ]);
}
