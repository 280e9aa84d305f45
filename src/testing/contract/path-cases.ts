/** Where paths lead: links, circles, what is missing, and what has taken the place of something else since. */
import assert from "node:assert/strict";
import { FileSystemError } from "../../fs/file-system.js";
import { bytesOf, type CaseDefinition, textOf } from "./contract-case.js";

export const pathCases: readonly CaseDefinition[] = [
  {
    id: "resolve-links",
    title: "resolves a file, a link to it and a link to its folder to one real path",
    needs: ["links"],
    check: async ({ disk, fileSystem, at }) => {
      await disk.makeFolder(at("folder"));
      await disk.writeFile(at("folder/file.txt"), bytesOf("x"));
      await disk.link(at("link.txt"), "folder/file.txt");
      await disk.link(at("absolute.txt"), at("link.txt"));
      await disk.link(at("way"), "folder");
      for (const path of ["folder/file.txt", "link.txt", "absolute.txt", "way/file.txt"]) {
        const { realPath, stat } = await fileSystem.resolve(at(path));
        assert.equal(realPath, at("folder/file.txt"));
        assert.deepEqual([stat?.kind, stat?.size], ["file", 1]);
      }
    },
  },
  {
    id: "resolve-missing",
    title: "resolves what is missing to where it would be created",
    check: async ({ disk, fileSystem, at, has }) => {
      await disk.makeFolder(at("folder"));
      await disk.writeFile(at("file"), bytesOf("x"));
      if (has("links")) {
        await disk.link(at("way"), "folder");
        await disk.link(at("dangling"), "way/not/there.txt");
      }
      const plain = [
        ["folder/new.txt", "folder/new.txt"],
        ["folder/deep/er/new.txt", "folder/deep/er/new.txt"],
        ["file/below", "file/below"],
      ] as const;
      const linked = [
        ["way/new.txt", "folder/new.txt"],
        ["way/deep/er/new.txt", "folder/deep/er/new.txt"],
        ["dangling", "folder/not/there.txt"],
      ] as const;
      for (const [path, expected] of has("links") ? [...plain, ...linked] : plain) {
        const { realPath, stat } = await fileSystem.resolve(at(path));
        assert.deepEqual([realPath, stat], [at(expected), undefined]);
      }
    },
  },
  {
    id: "resolve-circle",
    title: "refuses a circle of links",
    needs: ["links"],
    check: async ({ disk, fileSystem, at, fails }) => {
      await disk.link(at("a"), "b");
      await disk.link(at("b"), "a");
      await fails(() => fileSystem.resolve(at("a")), "ELOOP");
    },
  },
  {
    id: "resolve-leads-to",
    title: "tells where a path leads that can't be resolved",
    needs: ["links"],
    check: async ({ disk, fileSystem, at }) => {
      await disk.makeFolder(at("elsewhere"));
      await disk.link(at("elsewhere/circle"), "circle");
      await disk.link(at("link"), "elsewhere/circle");
      const failure = await Promise.resolve(at("link/below"))
        .then((path) => fileSystem.resolve(path))
        .catch((cause: unknown) => cause);
      const leadsTo = failure instanceof FileSystemError ? failure.leadsTo : undefined;
      assert.deepEqual([...new Set(leadsTo)], [at("elsewhere/circle/below")]);
    },
  },
  {
    id: "no-link-since",
    title: "does not follow a link that has taken the place of the file or a folder on the way",
    needs: ["links"],
    check: async ({ disk, fileSystem, at, real, fails }) => {
      await disk.makeFolder(at("inside"));
      await disk.makeFolder(at("outside"));
      await disk.writeFile(at("inside/file"), bytesOf("mine"));
      await disk.writeFile(at("outside/file"), bytesOf("secret"));
      await disk.writeFile(at("leaf"), bytesOf("mine"));
      await disk.remove(at("inside"));
      await disk.link(at("inside"), "outside");
      await disk.remove(at("leaf"));
      await disk.link(at("leaf"), "outside/file");
      for (const path of ["inside/file", "leaf"]) {
        await fails(() => fileSystem.readSmallFile(real(path), 10), "MOVED");
        await fails(() => fileSystem.open(real(path)), "MOVED");
      }
      await disk.makeFolder(at("outside/sub"));
      await fails(() => fileSystem.list(real("inside"), 10), "MOVED");
      await fails(() => fileSystem.list(real("inside/sub"), 10), "MOVED");
    },
  },
  {
    id: "same-file-again",
    title: "knows the resolved file again, takes one saved in its place, and not one behind a link",
    check: async ({ disk, fileSystem, at, real, fails, has }) => {
      await disk.makeFolder(at("inside"));
      await disk.makeFolder(at("outside"));
      await disk.writeFile(at("inside/file"), bytesOf("mine"));
      await disk.writeFile(at("outside/file"), bytesOf("secret"));
      const { stat } = await fileSystem.resolve(at("inside/file"));
      const read = async (): Promise<string | undefined> =>
        textOf((await fileSystem.readSmallFile(real("inside/file"), 10, stat)).bytes);
      assert.equal(await read(), "mine");
      await disk.remove(at("inside/file"));
      await disk.writeFile(at("inside/file"), bytesOf("saved anew"));
      assert.equal(await read(), "saved anew");
      if (!has("links")) return;
      await disk.remove(at("inside"));
      await disk.link(at("inside"), "outside");
      await fails(() => fileSystem.readSmallFile(real("inside/file"), 10, stat), "MOVED");
      await fails(() => fileSystem.open(real("inside/file"), stat), "MOVED");
    },
  },
  {
    id: "hold-folder",
    title: "holds a folder for other programs, if they can reach it at all",
    check: async ({ disk, fileSystem, at, real, fails, has }) => {
      await disk.makeFolder(at("folder"));
      const held = await fileSystem.holdFolder(real("folder"));
      if (held === undefined) return;
      await held.release();
      await disk.makeFolder(at("other"));
      await disk.writeFile(at("file"), bytesOf("x"));
      await fails(() => fileSystem.holdFolder(real("missing")), "ENOENT");
      await fails(() => fileSystem.holdFolder(real("file")), "ENOTDIR");
      if (!has("links")) return;
      await disk.link(at("link"), "other");
      await fails(() => fileSystem.holdFolder(real("link")), "MOVED");
    },
  },
];
