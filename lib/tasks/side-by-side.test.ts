import { expect, test } from "vitest";
import { type Job, runSideBySide } from "./side-by-side.ts";

/** Runs the jobs; returns what began and ended, in order. Each job lasts a number of turns of the event loop. */
async function order(room: number, jobs: readonly (Job & { readonly turns?: number })[]): Promise<string> {
  const told: string[] = [];
  await runSideBySide(jobs, room, async ({ name, turns = 1 }) => {
    told.push(`${name}(`);
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    told.push(`)${name}`);
  });
  return told.join(" ");
}

test("jobs run in their order, no more at one time than there is room for", async () => {
  const jobs = [{ name: "a", turns: 3 }, { name: "b" }, { name: "c" }];
  expect(await order(1, jobs)).toBe("a( )a b( )b c( )c");
  expect(await order(2, jobs)).toBe("a( b( )b c( )c )a");
  expect(await order(9, [])).toBe("");
});

test("a job begins after those that it names, and holds up none behind it until then", async () => {
  const jobs = [
    { name: "build", turns: 3 },
    { name: "pages", after: ["build"] },
    { name: "units", turns: 9 },
    { name: "lint" },
  ];
  expect(await order(2, jobs)).toBe("build( units( )build pages( )pages lint( )lint )units");
  expect(await order(2, jobs.slice(1))).toBe("pages( units( )pages lint( )lint )units");
});

test("jobs that wait for one another are an error", async () => {
  const jobs = [{ name: "a", after: ["b"] }, { name: "b", after: ["a"] }, { name: "c" }];
  await expect(order(2, jobs)).rejects.toThrow("These wait for one another: a, b.");
});
