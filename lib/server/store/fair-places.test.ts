import { expect, test } from "vitest";
import { fairPlaces } from "./fair-places.ts";
import type { Leave } from "./places.ts";

/** Places for several names, and what has become of each. */
function holding(all: number, each: number) {
  const take = fairPlaces({ all, each });
  const held = new Map<string, Leave>();
  const ended: string[] = [];
  const ask = (name: string, ...path: string[]) => {
    const leave = take(path, () => {
      held.delete(name);
      ended.push(name);
    });
    if (leave) held.set(name, leave);
    return leave !== undefined;
  };
  const leave = (name: string) => {
    held.get(name)?.();
    held.delete(name);
  };
  return { ask, leave, ended, names: () => [...held.keys()] };
}

test("a network has no more than its share, and gets a place back that it gives up, once", () => {
  const { ask, leave, ended } = holding(10, 2);
  expect([ask("a", "A", "1"), ask("b", "A", "1"), ask("c", "A", "1")]).toEqual([true, true, false]);
  leave("a");
  leave("a");
  expect([ask("c", "A", "1"), ask("d", "A", "1"), ended]).toEqual([true, false, []]);
});

test("a network without any always gets one, of the network with the most: its newest", () => {
  const { ask, ended, names } = holding(4, 2);
  for (const name of ["a1", "a2"]) ask(name, "A", "1");
  for (const name of ["b1", "b2"]) ask(name, "B", "1");
  expect(ask("c1", "C", "1")).toBe(true);
  expect(ended).toEqual(["a2"]);
  expect(ask("d1", "D", "1")).toBe(true);
  expect(ended).toEqual(["a2", "b2"]);
  // All have as many now: asking again takes nothing from anybody.
  expect([ask("a3", "A", "1"), ask("c2", "C", "1"), ask("e1", "E", "1")]).toEqual([false, false, false]);
  expect(names()).toEqual(["a1", "b1", "c1", "d1"]);
});

test("within a network the part with the most gives, down to its last name", () => {
  const { ask, ended } = holding(10, 4);
  for (const name of ["p1", "p2", "p3"]) ask(name, "A", "1", "greedy");
  ask("h1", "A", "1", "class");
  expect(ask("h2", "A", "1", "class")).toBe(true);
  expect(ended).toEqual(["p3"]);
  expect([ask("h3", "A", "1", "class"), ask("p4", "A", "1", "greedy")]).toEqual([false, false]);
  expect(ask("n1", "A", "2", "class")).toBe(true);
  expect(ended).toHaveLength(2);
});

test("from another network it is the part with the most that gives, whoever asks", () => {
  const { ask, ended } = holding(5, 4);
  for (const name of ["p1", "p2", "p3"]) ask(name, "A", "1", "greedy");
  ask("h1", "A", "2", "class");
  ask("b1", "B", "1", "class");
  expect(ask("b2", "B", "1", "class")).toBe(true);
  expect(ended).toEqual(["p3"]);
});

test("many networks come and go without a trace: as many places are free as before", () => {
  const { ask, leave } = holding(3, 3);
  for (let turn = 0; turn < 1000; turn++) {
    ask(`x${turn}`, `N${turn}`, "1");
    leave(`x${turn}`);
  }
  expect([ask("a", "A", "1"), ask("b", "A", "1"), ask("c", "A", "1"), ask("d", "A", "1")]).toEqual([
    ...[true, true, true, false],
  ]);
});
