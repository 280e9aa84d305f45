import type { ScriptedAgent } from "../agent.js";
import type { EditableProject } from "../project/project.js";
import type { Story } from "../story.js";

const PATH = "harbor/customs.py";
const HEAD = "def duty_for(declaration, table):";
const FUNCTION = `${HEAD}
    """The duty on one declaration in euros."""
    duty = 0.0
    for position in declaration.positions:
        percent = table.percent(position.tariff_number, declaration.origin)
        duty += position.value * percent / 100
    return round(duty, 2)`;
const FIRST_LINE = "    duty = 0.0\n";
/** As the agent writes it: single quotes, and a line that is too long for the project. */
const CHECK = `    if declaration.kind == 'gift' and declaration.value() <= GIFT_LIMIT and declaration.sender.is_private:
        return 0.0
`;
const FORMATTED_CHECK = `    if (
        declaration.kind == "gift"
        and declaration.value() <= GIFT_LIMIT
        and declaration.sender.is_private
    ):
        return 0.0
`;
const CONSTANT = "SMALL_VALUE = 22.0";
const CONSTANTS = `${CONSTANT}\nGIFT_LIMIT = 45.0`;
/** The second request: only gifts from abroad are exempt. */
const CONDITION = " and declaration.sender.is_private:";
const LONGER_CONDITION = " and declaration.sender.is_private and not declaration.origin.is_domestic:";
const FORMATTED_CONDITION = "        and declaration.sender.is_private\n";
const LONGER_FORMATTED = `${FORMATTED_CONDITION}        and not declaration.origin.is_domestic\n`;
/** The line after a tool applied the second edit to similar text: invalid Python. */
const MERGED = `       ${LONGER_CONDITION}\n`;

function format(project: EditableProject): void {
  project.set(PATH, project.text(PATH).replace(CHECK, FORMATTED_CHECK));
}

export const formatter: Story = {
  title: "change a file again after a formatter ran",
  modules: {
    [PATH]: {
      pieces: [
        { at: 0.08, text: CONSTANT },
        { at: 0.55, text: FUNCTION },
      ],
    },
  },
  finish(project) {
    project.replace(PATH, CONSTANT, CONSTANTS);
    project.replace(PATH, FIRST_LINE, FORMATTED_CHECK + FIRST_LINE);
    project.replace(PATH, FORMATTED_CONDITION, LONGER_FORMATTED);
  },
  meanwhile: format,
  scripts: {
    searching: change,
    "server-filesystem": changeUnsearched,
    async "desktop-commander"(agent) {
      await agent.search({ pattern: SEARCH.pattern, path: PATH });
      const look = (): Promise<void> => agent.read(PATH, { first: agent.findLine(PATH, HEAD), count: 12 });
      await look();
      await changeTwice(agent, look);
    },
    /** It may apply the second edit to similar text, and shows the result, which the model then repairs. */
    async gemini(agent) {
      await change(agent);
      if (agent.wasShown("fuzzy match")) await agent.edit(PATH, [{ old: MERGED, new: LONGER_FORMATTED }]);
    },
  },
};

const SEARCH = { pattern: "^def duty_for|^SMALL_VALUE", path: PATH, after: 7 };

/** The agent does not know about the formatter: it sends the text that it wrote, and looks again when that is refused. */
async function change(agent: ScriptedAgent): Promise<void> {
  await agent.search(SEARCH);
  await changeTwice(agent, () => agent.search({ pattern: "^def duty_for", path: PATH, after: 12 }));
}

async function changeUnsearched(agent: ScriptedAgent): Promise<void> {
  await agent.read(PATH);
  await changeTwice(agent, () => agent.read(PATH));
}

async function changeTwice(agent: ScriptedAgent, lookAgain: () => Promise<void>): Promise<void> {
  await agent.edit(PATH, [
    { old: CONSTANT, new: CONSTANTS },
    { old: FIRST_LINE, new: CHECK + FIRST_LINE },
  ]);
  agent.meanwhile();
  await agent.edit(PATH, [{ old: CONDITION, new: LONGER_CONDITION }], {
    edits: [{ old: FORMATTED_CONDITION, new: LONGER_FORMATTED }],
    look: lookAgain,
  });
}
