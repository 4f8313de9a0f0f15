import { expect, test } from "vitest";
import type { PlacedMount } from "./placed-mount.ts";
import { placedIn, wayOf } from "./ways.ts";

function mount(id: string, part: Partial<PlacedMount> = {}): PlacedMount {
  const source = { kind: "upload", name: id } as const;
  return { id, source, label: id, as: "install", scope: "project", at: `/mnt/${id}`, ...part };
}

const project = { as: "project", at: "/workspace" } as const;

test("a workspace with a project is counted as it lies, and so is one without any source", () => {
  expect(wayOf([])).toBe("as-it-lies");
  expect(wayOf([mount("a"), mount("b", project)])).toBe("as-it-lies");
  expect(wayOf([mount("a"), mount("b")])).toBe("as-installed");
});

test("counted as it lies, the first source is the project, with nothing of it installed", () => {
  const mounts = [mount("a", { chosen: ["/x/SKILL.md"] }), mount("b", { chosen: ["/y/SKILL.md"] })];
  expect(placedIn("as-it-lies", mounts)).toEqual([mount("a", project), mounts[1]]);
});

test("counted as installed, all of the project is, and what is installed stays as it is", () => {
  const mounts = [mount("a", { ...project, chosen: ["/x/SKILL.md"] }), mount("b", { chosen: ["/y/SKILL.md"] })];
  expect(placedIn("as-installed", mounts)).toEqual([mount("a"), mounts[1]]);
});

test("a source that is installed again stands beside one of the same name", () => {
  const placed = placedIn("as-installed", [mount("a", project), mount("b", { label: "a", at: "/mnt/a" })]);
  expect(placed.map(({ at }) => at)).toEqual(["/mnt/a-2", "/mnt/a"]);
});

test("nothing changes where the sources are counted so already, and to and fro comes to the same", () => {
  const mounts = [mount("a", project), mount("b")];
  expect(placedIn("as-it-lies", mounts)).toBe(mounts);
  expect(placedIn("as-it-lies", placedIn("as-installed", mounts))).toEqual(mounts);
});
