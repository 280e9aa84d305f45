/** Deciding whether a tool may touch a path, which every call pays for, and a search for every path that it finds. */
import { type AccessRequest, type GivenRule, permissionModes } from "../../src/permissions/access.js";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { decide, type Policy } from "../../src/permissions/decide.js";
import { emptyRules } from "../../src/permissions/rule-set.js";
import { compete, type Goals } from "../contest.js";
import { type Contestant, timed } from "../measure.js";
import { type Row, roundsOf } from "./row.js";

const ROOT = "/w/app";
const DECISIONS = 20_000;

const denied =
  ".env .env.* *.pem *.key secrets/** //**/id_rsa ~/.ssh/** ~/.aws/** /config/prod/** ./private/** **/credentials.json *.p12 *.kdbx //etc/shadow ~/.gnupg/** /deploy/*.tfstate *.tfvars **/node_modules/.cache/** token*.txt **/.git/config";
const asked =
  "package.json /Dockerfile *.lock /.github/** migrations/** *.sql /infra/** docs/legal/** LICENSE *.proto";
const allowed =
  "/src/** /test/** /docs/**/*.md /bench/*.ts /scripts/** README.md //tmp/scratch/** ~/notes/*.md /examples/** /tools/**/*.json /packages/*/src/** /packages/*/test/** *.css *.svg /public/** /assets/** /locales/*.json /fixtures/** /styles/** /types/**";

/** Fifty rules as a careful project might have them. */
function fiftyRules(): Policy {
  const source = { kind: "project", folders: [ROOT] } as const;
  const given: GivenRule[] = [
    ...denied.split(" ").map((pattern) => ({ text: `Read(${pattern})`, list: "deny" as const, source })),
    ...asked.split(" ").map((pattern) => ({ text: `Edit(${pattern})`, list: "ask" as const, source })),
    ...allowed.split(" ").map((pattern) => ({ text: `Edit(${pattern})`, list: "allow" as const, source })),
  ];
  const rules = compileRules(given, {
    workingDirectories: [ROOT],
    homes: ["/home/me"],
    roots: [ROOT],
    platform: "linux",
  });
  if (rules.rules.length !== 50) throw new Error(`${rules.rules.length} rules instead of 50`);
  return { sets: [rules], mode: permissionModes[0], roots: [ROOT] };
}

const noRules: Policy = { sets: [emptyRules], mode: "default", roots: [ROOT] };

/** Requests for paths that are never the same twice, unless `isSeen`. */
function createRequests(operation: AccessRequest["operation"], isSeen: boolean): () => AccessRequest {
  let count = 0;
  return () => {
    count += 1;
    const number = isSeen ? count % 500 : count;
    const path = `${ROOT}/src/components/feature${number % 97}/file${number}.ts`;
    return {
      tool: operation === "read" ? "Read" : "Edit",
      operation,
      path,
      realPath: path,
      kind: "file",
      isInsideRoots: true,
      isNamedInsideRoots: true,
      foldsCase: false,
    };
  };
}

interface Deciding {
  readonly name: string;
  readonly policy: Policy;
  readonly operation: AccessRequest["operation"];
  readonly isSeen: boolean;
  readonly answer: string;
}

function deciding({ name, policy, operation, isSeen, answer }: Deciding): Contestant {
  const next = createRequests(operation, isSeen);
  return timed({
    name,
    side: "ours",
    repeat: DECISIONS,
    operation: () => decide(policy, next()).answer,
    verify: (given) => {
      if (given !== answer) throw new Error(`${given} instead of ${answer}`);
    },
  });
}

export const decisions: Row = {
  id: "D1",
  title: "Deciding whether a path may be touched",
  async run(ground) {
    const policy = fiftyRules();
    const goals: Goals = { target: { amount: 0.005 }, stretch: { amount: 0.002 } };
    const next = createRequests("write", false);
    const cases: readonly Deciding[] = [
      { name: "read, new paths, 50 rules", policy, operation: "read", isSeen: false, answer: "allow" },
      { name: "read, known paths, 50 rules", policy, operation: "read", isSeen: true, answer: "allow" },
      { name: "write, new paths, 50 rules", policy, operation: "write", isSeen: false, answer: "allow" },
      { name: "write, known paths, 50 rules", policy, operation: "write", isSeen: true, answer: "allow" },
      {
        name: "read, new paths, no rules",
        policy: noRules,
        operation: "read",
        isSeen: false,
        answer: "allow",
      },
      {
        name: "write, new paths, no rules",
        policy: noRules,
        operation: "write",
        isSeen: false,
        answer: "ask",
      },
    ];
    const block = await compete({
      row: "D1",
      operation: "decide on one path",
      note: "each line makes its request first, as the floor does",
      entries: cases.map((entry) => ({ contestant: deciding(entry), goals })),
      floors: [
        timed({
          name: "making the request",
          side: "floor",
          repeat: DECISIONS,
          operation: () => next().operation,
          verify: () => undefined,
        }),
      ],
      rounds: roundsOf(ground, { warmups: 3, rounds: 25 }),
    });
    return [block];
  },
};
