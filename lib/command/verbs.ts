import type { Verb } from "./verb.ts";

interface NamedVerb {
  /** What it does, as a line of `--help`. */
  readonly summary: string;
  /** Loaded when it is asked for: what a verb needs, the others do without. */
  readonly load: () => Promise<Verb>;
}

/** Everything that the command does, in the order of `--help`. */
export const verbs: Readonly<Record<string, NamedVerb>> = {
  report: {
    summary: "what harnesses make of skills, what they need, whom to trust",
    load: async () => (await import("./report/report-verb.ts")).reportVerb,
  },
  check: {
    summary: "what a change does to skills, without a model or a network",
    load: async () => (await import("./check/check-verb.ts")).checkVerb,
  },
  comment: {
    summary: "what a check found, as one comment on a pull request",
    load: async () => (await import("./pull-request/comment-verb.ts")).commentVerb,
  },
  explain: {
    summary: "why a skill is, or is not, offered",
    load: async () => (await import("./explain-verb.ts")).explainVerb,
  },
  compare: {
    summary: "what each harness makes of each skill, side by side",
    load: async () => (await import("./compare-verb.ts")).compareVerb,
  },
  serve: {
    summary: "the lab on a folder of this machine, followed as it changes",
    load: async () => (await import("./serve/serve-verb.ts")).serveVerb,
  },
  evals: {
    summary: "which requests lead to which skill, by harness and model",
    load: async () => (await import("./evals/evals-verb.ts")).evalsVerb,
  },
  lock: {
    summary: "a hash of each skill, and whether they are still as locked",
    load: async () => (await import("./lock/lock-verb.ts")).lockVerb,
  },
  conformance: {
    summary: "what each harness must do, as cases",
    load: async () => (await import("./conformance-verb.ts")).conformanceVerb,
  },
  worker: {
    summary: "judges repositories of a list for another process, over Redis",
    load: async () => (await import("./worker-verb.ts")).workerVerb,
  },
  mcp: {
    summary: "the same answers for agents, by the Model Context Protocol",
    load: async () => (await import("./mcp/mcp-verb.ts")).mcpVerb,
  },
  "lint-workshop": {
    summary: "whether every lesson of a workshop can be passed",
    load: async () => (await import("./workshop/lint-workshop-verb.ts")).lintWorkshopVerb,
  },
};
