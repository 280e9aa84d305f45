import { type Block, compete } from "../contest.js";
import { openToolkit, readFlatText } from "../library.js";
import { timed } from "../measure.js";
import { wholeReadFloor } from "./floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const BYTES = 5 * 1024;
const LINE = 40;

export const readAgain: Row = {
  id: "I1",
  title: "The same file twice: the second time answered that it is unchanged",
  async run(ground) {
    return [await compareAgain(ground)];
  },
};

async function compareAgain(ground: Ground): Promise<Block> {
  const { fixtures } = ground;
  const path = fixtures.sourceFile(BYTES, LINE);
  const toolkit = openToolkit(fixtures.directory, {});
  return compete({
    row: "I1",
    operation: "Read 5 KB twice, unchanged",
    note: "default settings; the second answer is the note, which is sent once for each time that the content was sent",
    entries: [
      {
        contestant: timed({
          name: "filewright",
          side: "ours",
          repeat: 1000,
          operation: async () => {
            await readFlatText(toolkit, { file_path: path });
            return readFlatText(toolkit, { file_path: path });
          },
          verify: (answer) => {
            if (!answer.startsWith("File unchanged")) throw new Error("the file was shown again");
          },
        }),
      },
    ],
    floors: [wholeReadFloor(path, 1000)],
    rounds: roundsOf(ground, { warmups: 10, rounds: 15 }),
  });
}
