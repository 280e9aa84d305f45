import { both, type Noise } from "./noise.js";

export const escapedJson: Noise = both((text) => JSON.stringify(text).slice(1, -1));

export const escapedNewlines: Noise = both((text) => text.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const entities: Noise = both((text) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character),
);
