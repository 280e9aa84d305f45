import type { ScriptedAgent } from "../agent.js";
import type { Story } from "../story.js";
import { readAllPython } from "./read-all-python.js";

const OLD = "pick_berth";
const NEW = "allocate_berth";
const IMPORT = "from harbor.berths import pick_berth";

const modules = {
  "harbor/berths.py": {
    pieces: [
      {
        at: 0.3,
        text: `def pick_berth(vessel, berths, at=None):
    """The berth with the least water to spare that still fits the vessel."""
    fitting = [berth for berth in berths if fits(vessel, berth) and berth.is_free(at)]
    if not fitting:
        raise NoBerth(f"pick_berth: nothing fits {vessel.code}")
    return min(fitting, key=lambda berth: berth.depth - vessel.draught)


def fits(vessel, berth):
    return vessel.length <= berth.length and vessel.draught + berth.margin <= berth.depth


class NoBerth(LookupError):
    """No berth fits; the vessel waits at the anchorage."""`,
      },
      {
        at: 0.8,
        text: `def berth_plan(vessels, berths, at=None):
    """One berth for each vessel, the longest vessel first."""
    plan = {}
    for vessel in sorted(vessels, key=lambda vessel: -vessel.length):
        free = [berth for berth in berths if berth not in plan.values()]
        plan[vessel.code] = pick_berth(vessel, free, at)
    return plan`,
      },
    ],
  },
  "harbor/schedule.py": {
    imports: [IMPORT],
    pieces: [
      {
        at: 0.21,
        text: `def place_arrivals(arrivals, berths, clock):
    """Give every arrival a berth, in the order in which they reach the buoy."""
    placed = []
    for vessel in sorted(arrivals, key=lambda vessel: vessel.arrival):
        berth = pick_berth(vessel, berths, at=clock.now())
        placed.append(Placement(vessel, berth, clock.now()))
    return placed`,
      },
      {
        at: 0.77,
        text: `def move_to_deeper_water(placement, berths, clock):
    """Another berth for a vessel that took on cargo, or the one it has."""
    deeper = [berth for berth in berths if berth.depth > placement.berth.depth]
    return placement.moved(pick_berth(placement.vessel, deeper, at=clock.now()))`,
      },
    ],
  },
  "harbor/api/routes.py": {
    imports: ["from harbor.berths import NoBerth, pick_berth"],
    pieces: [
      {
        at: 0.5,
        text: `def post_placement(request, store):
    vessel = store.load("vessel", request.json["vessel"])
    try:
        berth = pick_berth(vessel, store.all("berth"), at=request.clock.now())
    except NoBerth as problem:
        return 409, {"error": str(problem)}
    return 201, {"vessel": vessel.code, "berth": berth.code}`,
      },
    ],
  },
  "harbor/cli.py": {
    imports: [IMPORT],
    pieces: [
      {
        at: 0.4,
        text: `def command_place(options, store, out):
    vessel = store.load("vessel", options.vessel)
    berth = pick_berth(vessel, store.all("berth"))
    print(f"{vessel.code} goes to {berth.code}", file=out)`,
      },
    ],
  },
  "harbor/reports.py": {
    imports: [IMPORT],
    pieces: [
      {
        at: 0.6,
        text: `def list_unplaceable(vessels, berths):
    """Vessels for which the port has no berth at all."""
    unplaceable = []
    for vessel in vessels:
        try:
            pick_berth(vessel, berths)
        except LookupError:
            unplaceable.append(vessel)
    return unplaceable`,
      },
    ],
  },
  "tests/test_berths.py": {
    imports: ["import pytest", "", "from harbor.berths import NoBerth, pick_berth"],
    pieces: [
      {
        at: 0.3,
        text: `def test_the_tightest_berth_wins():
    berths = [make_berth("B1", depth=14), make_berth("B2", depth=11)]
    assert pick_berth(make_vessel(draught=9), berths).code == "B2"


def test_a_vessel_that_fits_nowhere_is_refused():
    with pytest.raises(NoBerth):
        pick_berth(make_vessel(draught=20), [make_berth("B1", depth=14)])`,
      },
    ],
  },
};

export const rename: Story = {
  title: "rename a function across the project",
  modules,
  finish(project) {
    for (const path of Object.keys(modules)) {
      const renamed = project.text(path).replaceAll(OLD, NEW);
      project.set(path, renamed);
    }
  },
  scripts: {
    async searching(agent) {
      await agent.search({ pattern: OLD, glob: "*.py" });
      await renameIn(agent);
    },
    async "server-filesystem"(agent) {
      await readAllPython(agent);
      await renameIn(agent);
    },
  },
};

async function renameIn(agent: ScriptedAgent): Promise<void> {
  for (const path of Object.keys(modules)) await agent.edit(path, [{ old: OLD, new: NEW, all: true }]);
}
