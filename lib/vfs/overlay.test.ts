import { describe, expect, it } from "vitest";
import { readText } from "./files.ts";
import { createMountTable } from "./mount-table.ts";
import { createOverlay } from "./overlay.ts";
import { createVolume } from "./volume.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function tree() {
  const below = createVolume();
  below.write("/a/one.txt", bytes("one"));
  below.write("/a/two.txt", bytes("two"), { executable: true });
  below.write("/b/deep/three.txt", bytes("three"));
  below.link("/link", "a/one.txt");
  return { below, over: createOverlay(below) };
}

const names = (entries: readonly { readonly name: string }[] | undefined) => entries?.map(({ name }) => name);

describe("files over others", () => {
  it("are the others' as long as nothing is changed", () => {
    const { below, over } = tree();
    expect(readText(over, "/link")).toBe("one");
    expect(over.list("/a")).toBe(below.list("/a"));
    expect(over.cell?.("/a/one.txt")).toBe(below.cell?.("/a/one.txt"));
    expect(over.stat("/nothing")).toBeUndefined();
  });

  it("have what is written here, which the others have not", () => {
    const { below, over } = tree();
    over.write("/a/two.txt", bytes("changed"));
    over.write("/c/new.txt", bytes("new"));
    expect([readText(over, "/a/two.txt"), readText(over, "/c/new.txt")]).toEqual(["changed", "new"]);
    expect(over.stat("/a/two.txt")).toEqual({ kind: "file", size: 7, executable: true });
    expect(names(over.list("/"))).toEqual(["a", "b", "c", "link"]);
    expect(names(over.list("/a"))).toEqual(["one.txt", "two.txt"]);
    expect(readText(below, "/a/two.txt")).toBe("two");
    expect(below.stat("/c")).toBeUndefined();
  });

  it("have nothing of a folder that is removed, until something is written there again", () => {
    const { below, over } = tree();
    over.remove("/b");
    expect(over.stat("/b/deep/three.txt")).toBeUndefined();
    expect([over.read("/b/deep/three.txt"), over.list("/b/deep"), over.cell?.("/b/deep/three.txt")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(names(over.list("/"))).toEqual(["a", "link"]);
    over.write("/b/deep/four.txt", bytes("four"));
    expect(names(over.list("/b/deep"))).toEqual(["four.txt"]);
    expect(over.stat("/b/deep/three.txt")).toBeUndefined();
    expect(readText(below, "/b/deep/three.txt")).toBe("three");
  });

  it("list every folder above a change anew, and no other", () => {
    const { below, over } = tree();
    const before = [over.list("/"), over.list("/b"), over.list("/a")];
    over.write("/b/deep/three.txt", bytes("other"));
    expect([over.list("/") === before[0], over.list("/b") === before[1], over.list("/a") === before[2]]).toEqual([
      false,
      false,
      true,
    ]);
    expect(over.list("/b")).toBe(over.list("/b"));
    below.write("/b/new.txt", bytes("below"));
    expect(names(over.list("/b"))).toEqual(["deep", "new.txt"]);
  });

  it("are found through links and through a table of mounts", () => {
    const { over } = tree();
    const table = createMountTable([{ at: "/", volume: over, from: "/", mountId: "one" }]);
    const place = table.locate("/link", "follow");
    place?.volume.write(place.path, bytes("through the link"));
    expect([readText(table, "/a/one.txt"), readText(table, "/link")]).toEqual(["through the link", "through the link"]);
    place?.volume.remove("/link");
    expect(table.lstat("/link")).toBeUndefined();
  });
});
