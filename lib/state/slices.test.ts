import { expect, test } from "vitest";
import { emptyState } from "./empty-state.ts";
import { createSlices, sliceFields } from "./slices.ts";

const initial = emptyState({ id: "/local/a" });
const owned = Object.values(sliceFields).flat() as readonly string[];

test("no field of the state has two owners", () => {
  expect(owned.filter((field, index) => owned.indexOf(field) !== index)).toEqual([]);
});

test("every field of the state has an owner, but the id", () => {
  expect(Object.keys(initial).filter((field) => !owned.includes(field))).toEqual(["id"]);
});

test("what several parts change together is shown at once, and read by them before", () => {
  const { store, slices, together } = createSlices(initial);
  const shown: unknown[] = [];
  store.subscribe(({ title, profileId }) => shown.push([title, profileId]));
  together(() => {
    slices.tree.set({ title: "A" });
    together(() => slices.harness.set({ profileId: "codex" }));
    expect(slices.tree.get().title).toBe("A");
  });
  expect(shown).toEqual([["A", "codex"]]);
});

test("what was changed before something failed is shown, and later changes are shown by themselves", () => {
  const { store, slices, together } = createSlices(initial);
  const fail = () =>
    together(() => {
      slices.tree.set({ title: "A" });
      throw new Error("no");
    });
  expect(fail).toThrow("no");
  slices.harness.set({ profileId: "codex" });
  expect(store.getState()).toMatchObject({ title: "A", profileId: "codex" });
});

test("a part reads and sets its own fields alone", () => {
  const { store, slices } = createSlices(initial);
  expect(Object.keys(slices.selected.get())).toEqual(["selection"]);
  slices.selected.set({ selection: { skill: "/a" }, title: "A" } as never);
  expect(store.getState()).toEqual({ ...initial, selection: { skill: "/a" } });
});
