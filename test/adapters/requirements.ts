/** What is promised of an agent, whichever SDK it is made with: the same promises once for each of them. */
const agents: Readonly<Record<string, string>> = {
  LOOP: "a loop of one's own",
  AIS: "the AI SDK",
  ANT: "the Anthropic SDK",
  OAI: "OpenAI Agents",
  LCH: "LangChain",
  MAS: "Mastra",
  CAS: "the Claude Agent SDK",
};

const promises: readonly string[] = [
  "is offered six tools whose schemas are flat, past the SDK's own conversion",
  "reads, edits once the person agrees, searches, looks at a picture and is done",
  "is told why the person refused, and the file stays as it is",
  "is told what the person made of its edit, and the file has that",
  "gets an error that names the next step, takes it and succeeds",
  "may send null for what it leaves out, and a parameter that does not exist is answered",
  "that is aborted in the middle of a call writes nothing any more",
  "shares a workspace with another agent, and neither loses the other's work",
  "makes two edits of one file in one turn, each with its own approval",
  "changes nothing that the person has not seen, if the file changes while they think",
];

export const adapterRequirements: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(agents).flatMap(([id, name]) =>
    promises.map((promise, index) => [`${id}-${index + 1}`, `An agent of ${name} ${promise}.`]),
  ),
);
