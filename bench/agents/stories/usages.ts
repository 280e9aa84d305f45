import type { ModuleContribution, Story } from "../story.js";
import { readAllPython } from "./read-all-python.js";

/** By module: the head of a function, and the call in it that the review must see. */
const CALLS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "harbor/billing.py": [
    ["price_of(rates, contract, invoice)", "price = rates.lookup(contract.port, on=invoice.date)"],
    ["fuel_of(rates, contract, day)", "return rates.lookup(contract.port, on=day, kind='fuel')"],
    ["estimate_for(rates, port)", "return rates.lookup(port, on=None, default=0.0)"],
  ],
  "harbor/tariffs.py": [
    ["base_rate(rates, berth, day)", "base = rates.lookup(berth.port, on=day)"],
    ["night_rate(rates, berth, day)", "night = rates.lookup(berth.port, on=day, kind='night')"],
  ],
  "harbor/reports.py": [
    ["rate_cell(rates, row, port, report)", "row.append(rates.lookup(port.code, on=report.day))"],
    ["add_fuel(rates, totals, port, day)", "totals[port] += rates.lookup(port, on=day, kind='fuel')"],
  ],
  "harbor/schedule.py": [
    ["cost_of(rates, placement)", "cost = rates.lookup(placement.berth.port, on=placement.start)"],
    ["cheapest(rates, ports, day)", "return min(ports, key=lambda port: rates.lookup(port, on=day))"],
  ],
  "harbor/api/routes.py": [
    ["get_quote(rates, request)", "quote = rates.lookup(request.args['port'], on=request.args['day'])"],
  ],
  "harbor/cli.py": [
    ["command_rate(rates, options, out)", "print(rates.lookup(options.port, default=0.0), file=out)"],
  ],
  "harbor/customs.py": [
    ["duty_base(rates, paper)", "return paper.weight * rates.lookup(paper.port, on=paper.day)"],
  ],
  "harbor/manifest.py": [
    ["freight_of(rates, leg)", "freight = rates.lookup(leg.port, on=leg.day, kind='transit')"],
  ],
  "tests/test_billing.py": [
    ["test_a_known_rate(rates)", "assert rates.lookup('DEHAM', on=DAY) == 0.85"],
    ["test_an_unknown_rate(rates)", "assert rates.lookup('XXXXX', on=DAY, default=0.0) == 0.0"],
  ],
};

const modules: Readonly<Record<string, ModuleContribution>> = Object.fromEntries(
  Object.entries(CALLS).map(([path, calls]) => [
    path,
    {
      pieces: calls.map(([head, call], index) => ({
        at: 0.12 + index * 0.35,
        text: `def ${head}:\n    ${call}`,
      })),
    },
  ]),
);

export const usages: Story = {
  title: "review every use of a method",
  modules,
  facts: Object.values(CALLS).flatMap((calls) => calls.map(([, call]) => call)),
  scripts: {
    searching: (agent) => agent.search({ pattern: "rates\\.lookup\\(" }),
    "server-filesystem": readAllPython,
  },
};
