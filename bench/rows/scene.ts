/** Where a row changes files: every contestant has its own file and every toolkit its own state, all gone afterwards. */
import { readFileSync } from "node:fs";
import type { Toolkit, ToolkitOptions } from "filewright";
import { expectSame } from "../answers.js";
import { callFlat, openChanging, readFlatText } from "../library.js";
import { MarkedFile } from "../marked-file.js";
import { type Contestant, timed } from "../measure.js";
import type { PeerTask } from "../peers/hosted-peer.js";
import type { Ground } from "./row.js";

interface EditLoad {
  readonly bytes: number;
  readonly repeat: number;
}

export class Scene {
  readonly #ground: Ground;
  readonly #folder: string;
  readonly #toolkits: Toolkit[] = [];

  private constructor(ground: Ground, folder: string) {
    this.#ground = ground;
    this.#folder = folder;
  }

  static async use<Result>(
    ground: Ground,
    folder: string,
    act: (scene: Scene) => Promise<Result>,
  ): Promise<Result> {
    const scene = new Scene(ground, folder);
    try {
      return await act(scene);
    } finally {
      for (const toolkit of scene.#toolkits) await toolkit.close();
      ground.fixtures.removeChanging(folder);
    }
  }

  path(name: string): string {
    return this.#ground.fixtures.changing(this.#folder, name);
  }

  markedFile(name: string, bytes: number): MarkedFile {
    return new MarkedFile(this.path(name), bytes);
  }

  copy(name: string, of: string): string {
    return this.#ground.fixtures.changingCopy(this.#folder, name, of);
  }

  toolkit(options: ToolkitOptions = {}): Toolkit {
    const state = this.path(`state-${this.#toolkits.length}`);
    const toolkit = openChanging(this.#ground.fixtures.directory, state, options);
    this.#toolkits.push(toolkit);
    return toolkit;
  }

  /** Our Edit of a file that was read once, over and over. */
  editing(name: string, options: ToolkitOptions, load: EditLoad): Promise<Contestant> {
    return this.editingWith(name, this.toolkit(options), load);
  }

  async editingWith(name: string, toolkit: Toolkit, { bytes, repeat }: EditLoad): Promise<Contestant> {
    const file = this.markedFile(name.replaceAll(/\W+/g, "-"), bytes);
    await readFlatText(toolkit, { file_path: file.path, limit: file.lines });
    const operation = (): Promise<string> =>
      callFlat(toolkit, "Edit", { file_path: file.path, ...file.next() });
    return timed({ name, side: "ours", repeat, operation, verify: () => file.verify() });
  }

  /** The same edit there and back again, so that the file can be edited by one peer after another. */
  peerEdits(bytes: number, repeat: number): PeerTask {
    const file = this.markedFile("peers", bytes);
    const there = file.next();
    const after = file.text;
    const [oldText, newText] = [there.old_string, there.new_string];
    const { path } = file;
    return {
      steps: [
        [{ kind: "edit", path, oldText, newText }],
        [{ kind: "edit", path, oldText: newText, newText: oldText }],
      ],
      repeat,
      verify: () => {
        expectSame(readFileSync(path, "utf8"), after, "a peer's edit");
        return undefined;
      },
    };
  }
}
