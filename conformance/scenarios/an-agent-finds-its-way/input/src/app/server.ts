import { createServer } from "node:http";
import { route } from "./route.js";

export function listen(port: number): void {
  // The port is taken as it comes.
  createServer(route).listen(port);
}
