import { expect, test } from "vitest";
import { cellForKey } from "./use-cells.ts";

const size = { rows: 30, columns: 3 };

function after(key: string, row: number, column: number, ctrlKey = false) {
  const cell = cellForKey({ key, ctrlKey }, { row, column }, size);
  return cell && [cell.row, cell.column];
}

test("arrows go one mark on and stop at the edges", () => {
  expect(after("ArrowDown", 0, 1)).toEqual([1, 1]);
  expect(after("ArrowDown", 29, 1)).toEqual([29, 1]);
  expect(after("ArrowUp", 0, 1)).toEqual([0, 1]);
  expect(after("ArrowRight", 4, 1)).toEqual([4, 2]);
  expect(after("ArrowRight", 4, 2)).toEqual([4, 2]);
  expect(after("ArrowLeft", 4, 0)).toEqual([4, 0]);
});

test("pages go ten rows, at most to the first and the last", () => {
  expect(after("PageDown", 3, 1)).toEqual([13, 1]);
  expect(after("PageDown", 25, 1)).toEqual([29, 1]);
  expect(after("PageUp", 3, 1)).toEqual([0, 1]);
});

test("Home and End lead to the ends of the row, with Control to those of the table", () => {
  expect(after("Home", 4, 2)).toEqual([4, 0]);
  expect(after("End", 4, 0)).toEqual([4, 2]);
  expect(after("Home", 4, 2, true)).toEqual([0, 0]);
  expect(after("End", 4, 0, true)).toEqual([29, 2]);
});

test("other keys are left alone", () => {
  expect(after("Tab", 4, 2)).toBeUndefined();
  expect(after("Enter", 4, 2)).toBeUndefined();
});
