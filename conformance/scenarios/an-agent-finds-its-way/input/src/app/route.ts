import type { IncomingMessage, ServerResponse } from "node:http";

export function route(request: IncomingMessage, response: ServerResponse): void {
  response.end(`hello ${request.url}`);
}
