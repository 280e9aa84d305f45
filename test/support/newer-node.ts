/**
 * Some SDKs need a newer Node than the library does. Their tests say so in their titles, are left out below it, and are run
 * by continuous integration with such a Node.
 */
export const NEWER_NODE = 22;

export const isNewerNode: boolean = Number(process.versions.node.split(".")[0]) >= NEWER_NODE;

/** Follows the name of what is tested. */
export const onNewerNode: string = `(on Node ${NEWER_NODE} and later)`;
