import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  basename,
  compareBytes,
  dirname,
  editDistance,
  foldersAbove,
  isInside,
  joinPath,
  normalizePath,
  relativePath,
  resolvePath,
} from "./paths.ts";

const segment = fc.oneof(fc.constantFrom("", ".", "..", "a", "ab", "__proto__", "\u{1f600}", "\uff5e"), fc.string());
const anyPath = fc.array(segment, { maxLength: 8 }).map((segments) => segments.join("/"));
const path = anyPath.map(normalizePath);

test.each([
  ["", "/"],
  ["/", "/"],
  ["//a///b/", "/a/b"],
  ["/a/./b/../c", "/a/c"],
  ["/../../a", "/a"],
  ["a/..", "/"],
  ["/...", "/..."],
])("normalizePath(%j)", (given, normal) => {
  expect(normalizePath(given)).toBe(normal);
});

describe("every path", () => {
  test("is normal after once", () => {
    fc.assert(
      fc.property(anyPath, (given) => {
        const normal = normalizePath(given);
        expect(normal).toMatch(/^\/(?:[^/]+(?:\/[^/]+)*)?$/);
        expect(normal.split("/")).not.toContain("..");
        expect(normalizePath(normal)).toBe(normal);
      }),
    );
  });

  test("is its folder and its name", () => {
    fc.assert(
      fc.property(path, (given) => {
        expect(joinPath(dirname(given), basename(given))).toBe(given);
      }),
    );
  });

  test("lies in a folder exactly when the way from there leads back", () => {
    fc.assert(
      fc.property(path, path, (folder, given) => {
        const below = resolvePath(folder, given.slice(1));
        expect(isInside(folder, below)).toBe(true);
        expect(joinPath(folder, relativePath(folder, below))).toBe(below);
        if (isInside(folder, given) && isInside(given, folder)) expect(given).toBe(folder);
      }),
    );
  });
});

test("a folder's name is not a prefix of letters", () => {
  expect(isInside("/a/b", "/a/bc")).toBe(false);
});

test("an absolute path stands alone", () => {
  expect(resolvePath("/work", "/etc/x")).toBe("/etc/x");
  expect(resolvePath("/work", "../etc/x")).toBe("/etc/x");
});

test("strings are ordered as their UTF-8 bytes are", () => {
  const encoder = new TextEncoder();
  const byBytes = (a: string, b: string) => {
    const [x, y] = [encoder.encode(a), encoder.encode(b)];
    const at = x.findIndex((byte, index) => byte !== y[index]);
    return at === -1 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
  };
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom("a", "\uff5e", "\u{1f600}"), fc.string({ unit: "binary", maxLength: 1 })),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Math.sign(byBytes(a, b)));
    }),
  );
});

test.each([
  ["/a/b/c", ["/a/b", "/a", "/"]],
  ["a/b", ["a", "/"]],
  ["a", ["/"]],
  ["/", []],
  ["", ["/"]],
])("the folders above %j are those that one comes by from folder to folder", (path, folders) => {
  expect([...foldersAbove(path)]).toEqual(folders);
});

test("the distance between two names is the edits it takes, and no further than asked", () => {
  const count = (a: string, b: string): number => {
    if (a === "" || b === "") return a.length + b.length;
    const rest = count(a.slice(1), b.slice(1));
    if (a[0] === b[0]) return rest;
    const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
    const swapped = isSwapped ? count(a.slice(2), b.slice(2)) : Number.POSITIVE_INFINITY;
    return 1 + Math.min(rest, swapped, count(a.slice(1), b), count(a, b.slice(1)));
  };
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(
    fc.property(name, name, fc.integer({ min: 0, max: 7 }), (a, b, most) => {
      expect(editDistance(a, b, most)).toBe(Math.min(count(a, b), most + 1));
    }),
  );
});
