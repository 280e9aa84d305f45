import type { ScriptedAgent } from "../agent.js";
import type { Story } from "../story.js";

const PATH = "config/ports.ini";
const PORTS = [
  ["Hamburg", "Köhlbrand", "15.1", "0,85"],
  ["Bremerhaven", "Nordschleuse", "14.5", "0,80"],
  ["Lübeck", "Travemünde", "9.5", "0,62"],
  ["Malmö", "Norra hamnen", "13.2", "0,71"],
  ["Gävle", "Fredriksskans", "12.2", "0,66"],
  ["Århus", "Østhavnen", "14.0", "0,77"],
  ["Saint-Nazaire", "Môle d’escale", "12.8", "0,70"],
  ["A Coruña", "Muelle de San Diego", "11.6", "0,64"],
] as const;
const OLD = "max_draught = 9.5\ntide_gauge = off";
const NEW = "max_draught = 10.5\ntide_gauge = on";

function createConfig(): string {
  const sections = PORTS.map(
    ([port, quay, draught, fee], index) => `[${port}]
quay = ${quay}
max_draught = ${draught}
tide_gauge = ${index % 3 === 0 ? "on" : "off"}
fee_per_tonne = ${fee} €
contact = lotse-${index + 1}@harbor.example
`,
  );
  return `; Häfen und Gebühren – Änderungen bitte mit dem Hafenbüro abstimmen\n\n${sections.join("\n")}`;
}

/** Latin-1, plus the three characters of this file that only windows-1252 has. */
function encodeWindows1252(text: string): Buffer {
  const narrow = text.replaceAll("€", "\x80").replaceAll("’", "\x92").replaceAll("–", "\x96");
  return Buffer.from(narrow.replaceAll("\n", "\r\n"), "latin1");
}

export const oldEncoding: Story = {
  title: "fix a config in windows-1252 with CRLF",
  files: { [PATH]: encodeWindows1252(createConfig()) },
  finish: (project) => project.set(PATH, encodeWindows1252(createConfig().replace(OLD, NEW))),
  scripts: { searching: change, "server-filesystem": change },
};

async function change(agent: ScriptedAgent): Promise<void> {
  await agent.read(PATH);
  await agent.edit(PATH, [{ old: OLD, new: NEW }]);
}
