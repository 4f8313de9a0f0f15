import { expect, it } from "vitest";
import { FailureError } from "#lib/failure.ts";
import type { Pick } from "../picks.ts";
import { readLines } from "../requests.ts";
import { holdOut } from "./hold-out.ts";
import { type ImproveOptions, improveDescription } from "./improve.ts";
import type { RewriteTask } from "./rewrite.ts";

const wanted = Array.from({ length: 10 }, (_, at) => `fill in form ${at}`).join("\n");
const others = Array.from({ length: 5 }, (_, at) => `thanks ${at}! -> none`).join("\n");
const requests = readLines(`${wanted}\n${others}`, "pdf");
const parts = holdOut(requests, "pdf") ?? { train: [], test: [] };

/** A model that picks the skill for each wanted request whose number is below the description's length. */
function optionsFor(rewrites: readonly string[], more: Partial<ImproveOptions> = {}) {
  const tasks: RewriteTask[] = [];
  const options: ImproveOptions = {
    skill: "pdf",
    description: "x",
    instructions: "Fill it in.",
    parts,
    rounds: 5,
    mostTokens: 1e6,
    threshold: 0.5,
    signal: new AbortController().signal,
    measure: async (description, asked) => ({
      tokens: 10,
      asked: [
        {
          tokens: 10,
          picked: asked.map((request) => {
            const [number = 99] = (/form (\d)/.exec(request.text) ?? []).slice(1).map(Number);
            const pick: Pick = number < description.length ? { kind: "skill", skill: "pdf" } : { kind: "answer" };
            return { request, picks: [pick] };
          }),
        },
      ],
    }),
    propose: async (task) => {
      tasks.push(task);
      return { answer: `<description>${rewrites[tasks.length - 1] ?? ""}</description>`, tokens: 1 };
    },
    ...more,
  };
  return { options, tasks };
}

it("two fifths of each kind are held back, the same each time, and nothing stands in both parts", () => {
  expect([parts.train.length, parts.test.length]).toEqual([9, 6]);
  expect(parts.test.filter(({ expects }) => expects.kind === "none")).toHaveLength(2);
  expect(new Set([...parts.train, ...parts.test])).toEqual(new Set(requests));
  expect(holdOut(requests, "pdf")).toEqual(parts);
  expect(holdOut(readLines("one\nno -> none\nno -> none", "pdf"), "pdf")).toBeUndefined();
});

it("who rewrites is told of the misses of the train part, and never of a held-back request", async () => {
  const { options, tasks } = optionsFor(["longer", "longest of all"]);
  await improveDescription(options);
  const told = tasks.flatMap(({ tried }) => tried.flatMap(({ misses }) => misses.map(({ request }) => request.text)));
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((text) => parts.test.some((request) => request.text === text))).toEqual([]);
});

it("the held-back part chooses, and of descriptions that do alike the first is kept", async () => {
  const { options } = optionsFor(["longest of all"]);
  const improved = await improveDescription(options);
  expect(improved).toMatchObject({ best: 1, ended: "nothing-missed", tokens: 21 });
  expect(improved.attempts.map(({ test }) => test.judged)).toEqual([6, 6]);
  expect(improved.attempts.map(({ test }) => test.passed === 6)).toEqual([false, true]);
  const worse = await improveDescription(optionsFor(["y", "z"]).options);
  expect(worse.best).toBe(0);
  expect(worse.attempts).toHaveLength(3);
});

it("an answer that cannot be taken is said to who wrote it, and not measured", async () => {
  const { options, tasks } = optionsFor(["y".repeat(1025), "", "a <b>", "x", "longest of all"]);
  const { attempts } = await improveDescription(options);
  expect(attempts.map(({ description }) => description)).toEqual(["x", "longest of all"]);
  expect(tasks.map(({ objection }) => objection?.slice(0, 40))).toEqual([
    undefined,
    "Your last description had 1025 character",
    "Your last answer had no <description>…</",
    "Your last description had angle brackets",
    "Your last description was one of the att",
  ]);
});

it("requests that could not be asked are no misses, and a description that was not asked with all is left out", async () => {
  const failing: Pick = { kind: "failed", failure: { code: "model-offline", provider: "p" } as never };
  const { options, tasks } = optionsFor(["y"], {
    measure: async (_, asked) => ({
      tokens: 0,
      asked: [{ tokens: 0, picked: asked.map((request) => ({ request, picks: [failing] })) }],
    }),
  });
  const nothing = await improveDescription(options);
  expect(nothing.attempts[0]).toMatchObject({ train: { passed: 0, judged: 0 }, test: { passed: 0, judged: 0 } });
  expect([nothing.ended, tasks]).toEqual(["failing", []]);
  let measured = 0;
  const base = optionsFor(["y"]);
  const spent = await improveDescription({
    ...base.options,
    measure: async (...given) => ({
      ...(await base.options.measure(...given)),
      ...(measured++ > 0 && { ended: "budget" as const }),
    }),
  });
  expect(spent).toMatchObject({ ended: "budget", best: 0 });
  expect(spent.attempts).toHaveLength(1);
});

it("ends within its budget, when it is stopped, and where the model that writes cannot be asked", async () => {
  expect(await improveDescription(optionsFor(["y"], { mostTokens: 10 }).options)).toMatchObject({ ended: "budget" });
  const stop = new AbortController();
  stop.abort();
  expect(await improveDescription(optionsFor(["y"], { signal: stop.signal }).options)).toMatchObject({
    ended: "stopped",
  });
  const failure = { code: "model-key-missing", provider: "p" } as const;
  const propose = () => Promise.reject(new FailureError(failure));
  expect(await improveDescription(optionsFor([], { propose }).options)).toMatchObject({ ended: "failing", failure });
});
