/** What a session costs: calls, and the characters that go each way. */

/** Counted in place of the project's path, so that the numbers are the same on every machine. */
const USUAL_PATH = "/home/dev/harbor";

export interface Cost {
  readonly calls: number;
  readonly refusals: number;
  /** Refusals whose only reason is that too little of a file had been shown. */
  readonly partialViews: number;
  readonly sent: number;
  readonly returned: number;
}

export interface MeteredCall {
  readonly sent: string;
  readonly returned: string;
  readonly isRefused: boolean;
  readonly isPartialView: boolean;
}

export class CostMeter {
  readonly #project: string;
  #cost: Cost = { calls: 0, refusals: 0, partialViews: 0, sent: 0, returned: 0 };

  constructor(project: string) {
    this.#project = project;
  }

  get cost(): Cost {
    return this.#cost;
  }

  add({ sent, returned, isRefused, isPartialView }: MeteredCall): void {
    this.#cost = {
      calls: this.#cost.calls + 1,
      refusals: this.#cost.refusals + Number(isRefused),
      partialViews: this.#cost.partialViews + Number(isPartialView),
      sent: this.#cost.sent + this.#count(sent),
      returned: this.#cost.returned + this.#count(returned),
    };
  }

  #count(text: string): number {
    return text.replaceAll(this.#project, USUAL_PATH).length;
  }
}

export function totalCost(costs: readonly Cost[]): Cost {
  const sum = (pick: (cost: Cost) => number): number => costs.reduce((total, cost) => total + pick(cost), 0);
  return {
    calls: sum(({ calls }) => calls),
    refusals: sum(({ refusals }) => refusals),
    partialViews: sum(({ partialViews }) => partialViews),
    sent: sum(({ sent }) => sent),
    returned: sum(({ returned }) => returned),
  };
}
