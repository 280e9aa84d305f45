/** The project of all stories: made-up software of a port, the same in every run. */
import type { Story } from "../story.js";
import { Project } from "./project.js";
import { createModule } from "./python-module.js";

/** Length in lines and docstring. The tests are filler too; nothing runs them. */
const MODULES: Readonly<Record<string, readonly [lines: number, about: string]>> = {
  "harbor/schedule.py": [3000, "Plans which vessel lies where, and which crane works on it."],
  "harbor/manifest.py": [860, "Manifests: what a vessel carries, leg by leg."],
  "harbor/tariffs.py": [700, "Tariffs of berths, cranes and the yard."],
  "harbor/billing.py": [520, "Invoices from stays, moves and surcharges."],
  "harbor/customs.py": [450, "Declarations, duties and releases."],
  "harbor/berths.py": [420, "Berths and what fits them."],
  "harbor/cranes.py": [380, "Cranes, their reach and their shifts."],
  "harbor/reports.py": [340, "Reports by day, week and port."],
  "harbor/pilots.py": [310, "Pilots and their bookings."],
  "harbor/cli.py": [260, "The command line."],
  "harbor/weather.py": [200, "Wind, tide and what they forbid."],
  "harbor/gates.py": [180, "Trucks through the gates."],
  "harbor/api/routes.py": [480, "Routes of the HTTP interface."],
  "harbor/api/schemas.py": [330, "What requests and responses look like."],
  "harbor/api/auth.py": [180, "Tokens and who may do what."],
  "harbor/store/sqlite.py": [300, "The store in SQLite."],
  "harbor/store/migrations.py": [240, "Changes of the schema, in order."],
  "harbor/store/cache.py": [260, "A cache of what was loaded from the store, for one worker."],
  "harbor/store/errors.py": [40, "Errors of the store."],
  "harbor/util/units.py": [140, "Metres, feet and tonnes."],
  "harbor/util/times.py": [160, "Times of tides and shifts."],
  "harbor/util/retry.py": [90, "Trying again."],
  "tests/test_berths.py": [220, "Tests of berths."],
  "tests/test_billing.py": [260, "Tests of billing."],
  "tests/test_cranes.py": [150, "Tests of cranes."],
  "tests/test_customs.py": [190, "Tests of customs."],
  "tests/test_manifest.py": [240, "Tests of manifests."],
  "tests/test_schedule.py": [320, "Tests of the schedule."],
  "tests/test_tariffs.py": [210, "Tests of tariffs."],
  "tests/test_api.py": [230, "Tests of the HTTP interface."],
  "tests/test_store.py": [170, "Tests of the store."],
};
const PACKAGES = ["harbor", "harbor/api", "harbor/store", "harbor/util", "tests"];
const RELEASES = 40;

export function createHarbor(stories: readonly Story[]): Project {
  const project = new Project();
  for (const [path, [lines, about]] of Object.entries(MODULES)) {
    const contributed = stories.flatMap(({ modules }) => modules?.[path] ?? []);
    const imports = contributed.flatMap(({ imports }) => imports ?? []);
    const pieces = contributed.flatMap(({ pieces }) => pieces);
    project.set(path, createModule(path, { lines, about, imports, pieces }));
  }
  for (const path of PACKAGES) project.set(`${path}/__init__.py`, "");
  project.set("README.md", "# harbor\n\nBerths, cranes, customs and invoices of a port.\n");
  project.set("HISTORY.md", createHistory());
  project.set(
    "pyproject.toml",
    '[project]\nname = "harbor"\nversion = "4.0.0"\nrequires-python = ">=3.12"\n',
  );
  for (const { files = {} } of stories)
    for (const [path, content] of Object.entries(files)) project.set(path, content);
  return project;
}

function createHistory(): string {
  const releases = Array.from({ length: RELEASES }, (_, index) => {
    const minor = RELEASES - index - 1;
    return `## 4.${minor}.0

- Reports of week ${minor + 1} show moves per crane.
- The gates accept bookings that are up to ${minor + 5} minutes early.
- Customs: release ${minor + 100} of the tariff tables.
`;
  });
  return `# History\n\n${releases.join("\n")}`;
}
