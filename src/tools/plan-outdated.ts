/** Thrown when a file turned out to be another than the plan was made for, though a new plan may well succeed. */
export class PlanOutdated extends Error {
  override readonly name = "PlanOutdated";
}
