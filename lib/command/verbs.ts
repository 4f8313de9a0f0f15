import type { Verb } from "./verb.ts";

interface NamedVerb {
  /** A line for `--help`. */
  readonly summary: string;
  /** Loads the verb on demand, so that no verb waits for the code of another. */
  readonly load: () => Promise<Verb>;
}

/** All verbs, in the order of `--help`. */
export const verbs: Readonly<Record<string, NamedVerb>> = {
  report: {
    summary: "report what harnesses make of skills, what they need, what to read first",
    load: async () => (await import("./report/report-verb.ts")).reportVerb,
  },
  check: {
    summary: "check what a change does to skills; no model, no network",
    load: async () => (await import("./check/check-verb.ts")).checkVerb,
  },
  comment: {
    summary: "post what a check found as one comment on a pull request",
    load: async () => (await import("./pull-request/comment-verb.ts")).commentVerb,
  },
  explain: {
    summary: "explain why a skill is offered or not",
    load: async () => (await import("./explain-verb.ts")).explainVerb,
  },
  compare: {
    summary: "compare harnesses side by side, skill by skill",
    load: async () => (await import("./compare-verb.ts")).compareVerb,
  },
  serve: {
    summary: "open the lab on a local folder, updated as it changes",
    load: async () => (await import("./serve/serve-verb.ts")).serveVerb,
  },
  evals: {
    summary: "measure which requests lead to which skill, by harness and model",
    load: async () => (await import("./evals/evals-verb.ts")).evalsVerb,
  },
  lock: {
    summary: "hash skills, and verify them against a lock",
    load: async () => (await import("./lock/lock-verb.ts")).lockVerb,
  },
  conformance: {
    summary: "run the cases of what each harness must do",
    load: async () => (await import("./conformance-verb.ts")).conformanceVerb,
  },
  worker: {
    summary: "work through a list of repositories queued in Redis",
    load: async () => (await import("./worker-verb.ts")).workerVerb,
  },
  mcp: {
    summary: "answer agents by the Model Context Protocol",
    load: async () => (await import("./mcp/mcp-verb.ts")).mcpVerb,
  },
  "lint-workshop": {
    summary: "check that every lesson of a workshop can be passed",
    load: async () => (await import("./workshop/lint-workshop-verb.ts")).lintWorkshopVerb,
  },
};
