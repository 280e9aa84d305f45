/** The assembled kernels as an instance with its own memory. */
import { Buffer } from "node:buffer";
import { kernelsBinary } from "./kernels-binary.js";

/** Where text goes; what is below belongs to the kernels. */
export const TEXT_AT = 65_536;

export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  scan(at: number, length: number): number;
  skipLines(at: number, length: number, lines: number): number;
  number(
    at: number,
    end: number,
    out: number,
    lines: number,
    prefix: number,
    prefixBytes: number,
    longest: number,
    shift: 0 | 1,
  ): number;
}

/** The part of the global that is used here; Node's types leave it to the browser's. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export function instantiateKernels(): KernelExports {
  const module = new WebAssembly.Module(Buffer.from(kernelsBinary, "base64"));
  return new WebAssembly.Instance(module).exports as KernelExports;
}
