/** The largest message that any way into the server takes: room for the largest file content a tool accepts, and some. */
export const MAX_MESSAGE_BYTES: number = 64 * 1024 * 1024;
