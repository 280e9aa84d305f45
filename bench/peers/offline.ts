/** Loaded before a peer: it may read files and nothing else. Whatever it tries to reach over the network fails. */
import { Socket } from "node:net";

Socket.prototype.connect = function refuse(this: Socket): Socket {
  process.nextTick(() => this.destroy(new Error("the bench runs without a network")));
  return this;
};
