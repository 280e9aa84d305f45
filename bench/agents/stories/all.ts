import type { Story } from "../story.js";
import { fatalError } from "./fatal-error.js";
import { formatter } from "./formatter.js";
import { largeFile } from "./large-file.js";
import { notebook } from "./notebook.js";
import { oldEncoding } from "./old-encoding.js";
import { parameter } from "./parameter.js";
import { rename } from "./rename.js";
import { resume } from "./resume.js";
import { rewrite } from "./rewrite.js";
import { usages } from "./usages.js";

/** In the order in which they are played. */
export const stories: readonly Story[] = [
  rename,
  parameter,
  oldEncoding,
  fatalError,
  notebook,
  usages,
  rewrite,
  resume,
  largeFile,
  formatter,
];
