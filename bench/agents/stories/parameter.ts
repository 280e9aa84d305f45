import type { ScriptedAgent } from "../agent.js";
import type { Story } from "../story.js";
import { readAllPython } from "./read-all-python.js";

const FUNCTION = `def storage_fee(weight, days, rate=DAILY_STORAGE_RATE):
    """What a container costs that stays on the yard.

    The first ten days cost the plain rate, every later one half as much again.
    """
    if days <= 0:
        return 0.0
    plain = min(days, 10)
    late = max(0, days - 10)
    return round(weight * rate * (plain + 1.5 * late), 2)`;
const CHANGED_FUNCTION = FUNCTION.replace("rate=DAILY_STORAGE_RATE", "rate=DAILY_STORAGE_RATE, free_days=0")
  .replace(
    "half as much again.\n",
    "half as much again.\n    Free days are taken off the beginning of the stay.\n",
  )
  .replace("    if days <= 0", "    days -= free_days\n    if days <= 0");
const CALL = `storage_fee(stay.weight, stay.days, rate=contract.storage_rate)`;
const CHANGED_CALL = `storage_fee(
        stay.weight, stay.days, rate=contract.storage_rate, free_days=contract.free_days
    )`;
const LAST_ASSERTION = "    assert storage_fee(2.0, 14, rate=1.0) == 32.0";
const NEW_TEST = `${LAST_ASSERTION}


def test_storage_fee_leaves_out_free_days():
    assert storage_fee(2.0, 5, rate=1.0, free_days=3) == 4.0
    assert storage_fee(2.0, 3, rate=1.0, free_days=3) == 0.0`;

export const parameter: Story = {
  title: "add a parameter, pass it on, and test it",
  modules: {
    "harbor/tariffs.py": {
      pieces: [
        { at: 0.05, text: "DAILY_STORAGE_RATE = 1.85" },
        { at: 0.45, text: FUNCTION },
      ],
    },
    "harbor/billing.py": {
      imports: ["from harbor.tariffs import storage_fee"],
      pieces: [
        {
          at: 0.55,
          text: `def bill_stay(invoice, stay, contract):
    """Add the storage of one container to an invoice."""
    fee = ${CALL}
    if fee > 0:
        invoice.add(stay.container, "storage", fee)
    return invoice`,
        },
      ],
    },
    "tests/test_tariffs.py": {
      imports: ["from harbor.tariffs import storage_fee"],
      pieces: [
        {
          at: 0.5,
          text: `def test_storage_fee_rises_after_ten_days():
    assert storage_fee(2.0, 10, rate=1.0) == 20.0
${LAST_ASSERTION}`,
        },
      ],
    },
  },
  finish(project) {
    project.replace("harbor/tariffs.py", FUNCTION, CHANGED_FUNCTION);
    project.replace("harbor/billing.py", CALL, CHANGED_CALL);
    project.replace("tests/test_tariffs.py", LAST_ASSERTION, NEW_TEST);
  },
  scripts: {
    async searching(agent) {
      await agent.search({ pattern: "storage_fee\\(", glob: "*.py", after: 10 });
      await change(agent);
    },
    async "desktop-commander"(agent) {
      await agent.search({ pattern: "storage_fee\\(", glob: "*.py" });
      const first = agent.findLine("harbor/tariffs.py", "def storage_fee");
      await agent.read("harbor/tariffs.py", { first, count: 11 });
      await change(agent);
    },
    async "server-filesystem"(agent) {
      await readAllPython(agent);
      await change(agent);
    },
  },
};

async function change(agent: ScriptedAgent): Promise<void> {
  await agent.edit("harbor/tariffs.py", [{ old: headOf(FUNCTION), new: headOf(CHANGED_FUNCTION) }]);
  await agent.edit("harbor/billing.py", [{ old: CALL, new: CHANGED_CALL }]);
  const last = LAST_ASSERTION.trim();
  await agent.edit("tests/test_tariffs.py", [{ old: last, new: NEW_TEST.trim() }]);
}

/** The lines that change, and the lines between them. */
function headOf(text: string): string {
  return text.slice(0, text.indexOf("\n        return 0.0"));
}
