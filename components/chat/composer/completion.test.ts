import { expect, it } from "vitest";
import { freshPopup, popupKey, shownOptions } from "./completion.ts";

const options = ["/skills", "/skills list", "/skills reload"].map((insert) => ({ insert, label: insert, detail: "" }));

it("moves round in both directions", () => {
  expect(popupKey("ArrowUp", freshPopup("/"), options)).toEqual({ kind: "move", to: 2 });
  expect(popupKey("ArrowDown", { ...freshPopup("/"), active: 2 }, options)).toEqual({ kind: "move", to: 0 });
});

it("takes an option on Enter only where the line is not complete, or the person chose one", () => {
  expect(popupKey("Enter", freshPopup("/sk"), options)).toEqual({ kind: "accept" });
  expect(popupKey("Enter", freshPopup("/skills"), options)).toBeUndefined();
  expect(popupKey("Enter", { ...freshPopup("/skills"), moved: true }, options)).toEqual({ kind: "accept" });
  expect(popupKey("Tab", freshPopup("/skills"), options)).toEqual({ kind: "accept" });
});

it("leaves other keys to the box", () => {
  expect(popupKey("a", freshPopup("/"), options)).toBeUndefined();
});

it("shows nothing once the one option stands in the box", () => {
  expect(shownOptions("/skills list ", options.slice(1, 2))).toEqual([]);
  expect(shownOptions("/skills l", options.slice(1, 2))).toHaveLength(1);
});
