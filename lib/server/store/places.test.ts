import { expect, test } from "vitest";
import { countPlaces, type Leave, type Party } from "./places.ts";

/** Places that record each holder's name when it loses its place. */
function places(all: number, each: number, spared?: number) {
  const counted = countPlaces({ all, each }, spared);
  const lost: string[] = [];
  const take = (name: string, party: Party, behind = 0): Leave | undefined =>
    counted.take(party, { onLost: () => lost.push(name), behind: () => behind });
  return { ...counted, lost, taking: take };
}

test("a network with nothing under way gets the newest place of the one with most", () => {
  const { taking, lost } = places(4, 3);
  for (const name of ["a1", "a2", "a3"]) taking(name, "a");
  taking("b1", "b");
  expect(taking("c1", "c")).toBeDefined();
  expect(lost).toEqual(["a3"]);
  expect(taking("d1", "d")).toBeDefined();
  expect(lost).toEqual(["a3", "a2"]);
  // Each has one: nobody has too many.
  expect(taking("e1", "e")).toBeUndefined();
  expect(taking("a4", "a")).toBeUndefined();
});

test("a network that has used up its part takes of itself only, from the session with most", () => {
  const { taking, lost } = places(8, 4);
  for (const name of ["a1", "a2", "a3"]) taking(name, ["a", "one"]);
  taking("a4", ["a", "two"]);
  for (const name of ["b1", "b2", "b3", "b4"]) taking(name, ["b", "one"]);
  expect(taking("a5", ["a", "three"])).toBeDefined();
  expect(lost).toEqual(["a3"]);
  expect(taking("a6", ["a", "one"])).toBeUndefined();
});

test("sessions that somebody makes up keep nobody out by places that are behind", () => {
  const { taking, lost } = places(8, 4);
  for (const [at, behind] of [0, 20, 900, 0].entries()) taking(`made up ${at}`, ["a", `made up ${at}`], behind);
  expect(taking("honest", ["a", "honest"])).toBeDefined();
  expect(lost).toEqual(["made up 2"]);
  expect(taking("honest, more", ["a", "honest"])).toBeUndefined();
  expect(taking("another", ["a", "another"])).toBeDefined();
  expect(taking("a third", ["a", "a third"])).toBeUndefined();
});

test("what is behind goes first to who has one place only, and to the same session", () => {
  const { taking, lost } = places(2, 2);
  taking("slow", ["a", "one"], 1);
  taking("quick", ["a", "one"]);
  expect(taking("next", ["a", "one"])).toBeDefined();
  expect(lost).toEqual(["slow"]);
});

test("a wide network with many narrow ones is one, and they share within it", () => {
  const { taking, lost } = places(4, 4);
  for (const name of ["a1", "a2", "a3", "a4"]) taking(name, ["line", name]);
  expect(taking("b", ["other", "b"])).toBeDefined();
  expect(lost).toEqual(["a4"]);
});

test("few places are left alone, and so are those of nobody who could end what they are for", () => {
  const spared = places(4, 4, 4);
  for (const name of ["a1", "a2", "a3", "a4"]) spared.taking(name, "a");
  expect(spared.taking("b", "b")).toBeUndefined();
  const { take } = countPlaces({ all: 2, each: 2 });
  take("a");
  take("a");
  expect(take("b")).toBeUndefined();
});

test("a place that was lost is not given back a second time", () => {
  const { take, taking } = places(2, 2);
  const leave = taking("a1", "a");
  const newest = taking("a2", "a");
  expect(taking("b", "b")).toBeDefined();
  newest?.();
  expect(take("c")).toBeUndefined();
  leave?.();
  expect(take("c")).toBeDefined();
});

test("names of groups are never another's, whatever stands in them", () => {
  const { take } = countPlaces({ all: 9, each: 1 });
  for (const party of [["a b"], ["a", "b"], ['a","b'], ["a,b"]]) expect(take(party)).toBeDefined();
  expect(take(["a", "c"])).toBeUndefined();
});

test("of those that wait, who has least goes first, and then who came first", async () => {
  const { take, wait } = countPlaces({ all: 3, each: 3 });
  const leaves = [take("a"), take("a"), take("b")];
  const order: string[] = [];
  const { signal } = new AbortController();
  const waiting = ["a", "b", "c", "d"].map(async (party) => {
    await wait(party, signal);
    order.push(party);
  });
  for (const leave of leaves) {
    leave?.();
    await new Promise(setImmediate);
  }
  expect(order).toEqual(["c", "a", "b"]);
  expect(waiting).toHaveLength(4);
});

test("who waits no more takes no place", async () => {
  const { take, wait } = countPlaces({ all: 1, each: 1 });
  const leave = take("a");
  const stop = new AbortController();
  const waiting = wait("b", stop.signal);
  stop.abort();
  expect(await waiting).toBeUndefined();
  leave?.();
  expect(take("c")).toBeDefined();
});

/** Places for several names, and what has become of each. */
function holding(all: number, each: number) {
  const { take } = countPlaces({ all, each });
  const held = new Map<string, Leave>();
  const ended: string[] = [];
  const ask = (name: string, ...path: string[]) => {
    const onLost = () => {
      held.delete(name);
      ended.push(name);
    };
    const leave = take(path, { onLost });
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
  expect(ended).toEqual(["b2"]);
  expect(ask("d1", "D", "1")).toBe(true);
  expect(ended).toEqual(["b2", "a2"]);
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
