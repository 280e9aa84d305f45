/** The words for looking whether everything works. */
import { type AddCommand, acting } from "../door.js";
import { addRipgrepOption } from "../open-toolkit.js";
import type { ReportFlags } from "../with-toolkit.js";
import { examples, reporting } from "./definition.js";

export const addDoctorCommand: AddCommand = (program, door) => {
  addRipgrepOption(reporting(program.command("doctor")))
    .description("look whether everything works here, and what to do where it does not")
    .addHelpText(
      "after",
      examples(
        ["filewright doctor", "one line for each part; exit code 2 if there is a problem"],
        ["filewright doctor --json", "the same for programs"],
      ),
    )
    .action(
      acting(door, async (flags: ReportFlags) => (await import("./doctor/doctor.js")).doctor(flags, door)),
    );
};
