/**
 * Files that are no files but the inside of a process: its environment, memory, open files. With a root of `/` they would lie
 * inside the roots, and hold the secrets of whoever started it. What such a path leads to is judged where it leads.
 */
const PROCESS_FILE =
  /^\/proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?(?:auxv|clear_refs|cmdline|cwd|environ|exe|fd|fdinfo|map_files|maps|mem|numa_maps|pagemap|root|smaps|smaps_rollup|stack|syscall)(?:\/|$)|^\/proc\/(?:kcore|kmsg|kpagecount|kpageflags|kallsyms)$/;

export function isProcessFile(realPath: string): boolean {
  return realPath.startsWith("/proc/") && PROCESS_FILE.test(realPath);
}
