/** What is promised to those who test their own parts with `filewright/testing`. */
export const testingRequirements: Readonly<Record<string, string>> = {
  // The contract of file systems
  "KIT-1":
    "The contract of file systems is a list of cases with titles and lasting ids that any test runner can register.",
  "KIT-2": "Each case has a disk of its own, which is given back however the case ends.",
  "KIT-3": "A disk that says it lacks links, pipes or modes is held to everything else.",
  "KIT-4": "A disk that lacks them without saying so is told what to say.",
  "KIT-5": "A file system that breaks a promise fails the case of that promise, and no unrelated one.",
  "KIT-6": "The contract runs under node's own test runner, from the built package.",

  // Workspaces
  "KIT-10":
    "A workspace for tests is made of an object literal of files, folders and links, at its real path.",
  "KIT-11": "Its toolkits share nothing with the machine: no variable, no home, no state.",
  "KIT-12": "Its end closes its toolkits and leaves nothing behind, also as a resource, and may come twice.",
  "KIT-13": "Its toolkits have the options of the workspace, then their own.",

  // Scenarios
  "KIT-20": "Every scenario stands for promises of ours.",
  "KIT-21": "A scenario is plain data; a step that is none is refused with its place.",
  "KIT-22":
    "An implementation is measured by levels that build on each other: files, outcomes, codes, words.",
  "KIT-23": "A broken implementation is caught on the level that it breaks, with the place in words.",
  "KIT-24": "A scenario that asks for what an implementation has not got is not run, and said not to be.",
  "KIT-25": "The MCP server, driven by the official client, is measured as any other implementation.",
  "KIT-26": "A transcript is read back as it was written, whatever the tools have said.",
  "KIT-27":
    "Pictures are described without an image library; without PDFium the pages of documents are not compared, and that is said.",
  "KIT-28": "A run leaves nothing behind, also when the implementation throws.",

  // The package
  "KIT-30": "The packed package has every file of every scenario, and runs them where it was unpacked.",
  "KIT-31": "The subpath for tests loads no package and no test runner, and the library nothing of it.",
  "KIT-32": "The subpath for tests exports these names.",
};
