/** A process that imports the library and ends. */
import { createToolkit } from "filewright";

if (typeof createToolkit !== "function") throw new Error("the library has no createToolkit");
