/** Schemas as the protocol's kits expect them, made by the very package that they bring themselves. */
import { createRequire } from "node:module";

export interface SchemaMaker {
  readonly string: () => unknown;
  readonly object: (shape: object) => unknown;
}

/** What a tool's arguments are made of: one path. */
export function pathShape({ string }: SchemaMaker): object {
  return { path: string() };
}

export function schemaMakerOf(kit: string): SchemaMaker {
  const packageName = "zod";
  const module = createRequire(createRequire(import.meta.url).resolve(kit))(packageName) as {
    readonly z: SchemaMaker;
  };
  return module.z;
}
