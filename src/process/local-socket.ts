/** How processes of one machine talk to each other: sockets that are files, or named pipes where the system has those. */
import { connect, createServer, type Socket } from "node:net";

export type LocalSocket = Socket;

export interface LocalServer {
  /** Takes no more connections, ends those that are there, and removes the socket. */
  close(): Promise<void>;
}

/** A connection that is being made; it fails with an "error" of its own, and never keeps the process running. */
export function connectLocally(address: string): LocalSocket {
  return connect(address).unref();
}

/** Resolves once others can connect. */
export function listenLocally(
  address: string,
  onConnection: (socket: LocalSocket) => void,
): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      // A connection that can't be taken, for want of descriptors say, is that one's loss.
      server.on("error", () => undefined);
      resolve({ close });
    });
  });
}

/** A TCP port of this machine that nobody listens at just now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
