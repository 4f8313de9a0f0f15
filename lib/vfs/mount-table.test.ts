import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Files, readText, walkFiles } from "./files.ts";
import { createMountTable, type MountPoint } from "./mount-table.ts";
import { basename, dirname, isInside, joinPath, relativePath } from "./paths.ts";
import type { LinkedFiles } from "./resolve-link.ts";
import { createSnapshot, snapshotMode } from "./snapshot.ts";
import { snapshotFiles, textFiles } from "./snapshot-files.ts";

function volume(texts: Record<string, string>, links: Record<string, string> = {}): LinkedFiles {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const entriesOf = (content: Record<string, string>, mode: 0 | 2) =>
    Object.entries(content).map(([path, text]) => ({ path: path.slice(1), mode, bytes: bytes(text) }));
  return snapshotFiles(
    createSnapshot([...entriesOf(texts, snapshotMode.file), ...entriesOf(links, snapshotMode.link)]),
  );
}

const namesIn = (files: Files, path: string) => files.list(path)?.map(({ name, kind }) => `${name}:${kind}`);

const project = volume(
  { "/README.md": "project", "/.agents/skills/own/SKILL.md": "own", "/hidden/by/mount": "never seen" },
  {
    "/in": ".agents/skills/own",
    "/absolute": "/workspace/README.md",
    "/absolute-out": "/mnt/other/skills/pdf/SKILL.md",
    "/out": "../mnt/other/skills/pdf/SKILL.md",
    "/across": ".agents/skills/pdf",
  },
);
const other = volume(
  { "/skills/pdf/SKILL.md": "pdf", "/shared/note.md": "shared" },
  {
    "/skills/pdf/shared": "../../shared",
    "/skills/pdf/self": "/workspace/.agents/skills/pdf/SKILL.md",
    "/alias": "skills/pdf",
  },
);
const table = createMountTable([
  { at: "/workspace", volume: project, from: "/", mountId: "project" },
  { at: "/mnt/other", volume: other, from: "/", mountId: "other" },
  { at: "/workspace/.agents/skills/pdf", volume: other, from: "/skills/pdf", mountId: "other" },
  { at: "/workspace/.agents/skills/alias", volume: other, from: "/alias", mountId: "other" },
  { at: "/workspace/.agents/skills/gone", volume: other, from: "/skills/gone", mountId: "other" },
  { at: "/workspace/hidden", volume: textFiles({ "/on/top": "top" }), from: "/", mountId: "top" },
  { at: "/home/user/.skills/pdf", volume: other, from: "/skills/pdf", mountId: "other" },
]);

describe("one tree of many volumes", () => {
  test("folders above a mount point exist", () => {
    expect(namesIn(table, "/")).toEqual(["home:folder", "mnt:folder", "workspace:folder"]);
    expect(namesIn(table, "/home/user")).toEqual([".skills:folder"]);
    expect(table.stat("/home/user/.skills")).toEqual({ kind: "folder", size: 0, executable: false });
    expect(table.stat("/home/other")).toBeUndefined();
    expect(namesIn(createMountTable([]), "/")).toEqual([]);
  });

  test("a listing shows own entries and mount points together", () => {
    expect(namesIn(table, "/workspace/.agents/skills")).toEqual(["alias:folder", "own:folder", "pdf:folder"]);
  });

  test("the longest mount point decides", () => {
    expect(readText(table, "/workspace/.agents/skills/pdf/SKILL.md")).toBe("pdf");
    expect(readText(table, "/workspace/.agents/skills/own/SKILL.md")).toBe("own");
    expect(namesIn(table, "/workspace/hidden")).toEqual(["on:folder"]);
    expect(readText(table, "/workspace/hidden/by/mount")).toBeUndefined();
  });

  test("a point whose folder is a link shows what it leads to; one whose folder is missing is not there", () => {
    expect(table.lstat("/workspace/.agents/skills/alias")?.kind).toBe("folder");
    expect(readText(table, "/workspace/.agents/skills/alias/SKILL.md")).toBe("pdf");
    expect(table.stat("/workspace/.agents/skills/gone")).toBeUndefined();
  });

  test("walking visits everything once", () => {
    const paths = Array.from(walkFiles(table, "/"), ({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain("/home/user/.skills/pdf/SKILL.md");
  });
});

describe("links", () => {
  test.each([
    ["inside their volume", "/workspace/in/SKILL.md", "own"],
    ["absolute, to the same mount point", "/workspace/absolute", "project"],
    ["out of a bound folder, in the same volume", "/workspace/.agents/skills/pdf/shared/note.md", "shared"],
    ["absolute, to the same bound folder", "/workspace/.agents/skills/pdf/self", "pdf"],
  ])("are followed %s", (_, path, text) => {
    expect(readText(table, path)).toBe(text);
  });

  test.each([
    ["to another mount by an absolute path", "/workspace/absolute-out"],
    ["to another mount by a relative path", "/workspace/out"],
    ["to a mount on top of their own volume", "/workspace/across"],
    ["to another mount point of the same volume by an absolute path", "/mnt/other/skills/pdf/self"],
  ])("are dangling %s", (_, path) => {
    expect(table.lstat(path)?.kind).toBe("link");
    expect(table.stat(path)).toBeUndefined();
    expect(table.read(path)).toBeUndefined();
    expect(table.cell?.(path)).toBeUndefined();
  });
});

describe("where a change lands", () => {
  test.each([
    ["/workspace/new/file.md", "project", "/new/file.md"],
    ["/workspace/.agents/skills/pdf/new.md", "other", "/skills/pdf/new.md"],
    ["/workspace/in/SKILL.md", "project", "/.agents/skills/own/SKILL.md"],
    ["/workspace/absolute", "project", "/README.md"],
  ])("%s", (path, mountId, inside) => {
    expect(table.locate(path)).toMatchObject({ mountId, path: inside });
  });

  test("a link itself can be meant", () => {
    expect(table.locate("/workspace/absolute", "keep")?.path).toBe("/absolute");
  });

  test("nowhere without a mount, nor behind a dangling link", () => {
    expect(table.locate("/home/user/note.md")).toBeUndefined();
    expect(table.locate("/workspace/out")).toBeUndefined();
  });
});

describe("for any mount points", () => {
  const name = fc.constantFrom("a", "b", "__proto__");
  const place = fc.array(name, { maxLength: 4 }).map((names) => `/${names.join("/")}`);
  const tree = textFiles({ "/a/a": "aa", "/a/b/a": "aba", "/b": "b", "/__proto__/b": "pb" });
  const points = fc.uniqueArray(
    fc.record({ at: place, from: fc.constantFrom("/", "/a", "/a/b"), volume: fc.constant(tree), mountId: place }),
    { selector: ({ at }) => at, maxLength: 5 },
  );

  /** The rule in its shortest form, without the folders that a mount point implies. */
  function expectedText(all: readonly MountPoint[], path: string): string | undefined {
    const holding = all.filter(({ at }) => isInside(at, path)).toSorted((x, y) => y.at.length - x.at.length);
    const [point] = holding;
    const isAbove = all.some(({ at }) => at !== path && isInside(path, at));
    if (!point || isAbove) return undefined;
    return readText(point.volume, joinPath(point.from, relativePath(point.at, path)));
  }

  test("a file is read from the deepest point that contains it", () => {
    fc.assert(
      fc.property(points, place, (all, path) => {
        const files = createMountTable(all);
        if (files.stat(path)?.kind === "folder") expect(files.read(path)).toBeUndefined();
        else expect(readText(files, path)).toBe(expectedText(all, path));
      }),
    );
  });

  test("the cell of a file holds what is read from it", () => {
    let cells = 0;
    fc.assert(
      fc.property(points, place, (all, path) => {
        const files = createMountTable(all);
        const cell = files.cell?.(path);
        if (!cell) return;
        cells++;
        expect(files.stat(path)?.kind).toBe("file");
        expect(cell.bytes).toBe(files.read(path));
      }),
      { numRuns: 500 },
    );
    expect(cells).toBeGreaterThan(0);
  });

  test("what a folder lists is there, and what is there is listed", () => {
    fc.assert(
      fc.property(points, place, (all, path) => {
        const files = createMountTable(all);
        for (const { name: child, kind } of files.list(path) ?? []) {
          expect(files.lstat(joinPath(path, child))?.kind).toBe(kind);
        }
        if (path === "/" || !files.stat(path)) return;
        expect(files.list(dirname(path))?.map(({ name: child }) => child)).toContain(basename(path));
      }),
    );
  });
});

describe("where something of a mount is seen", () => {
  const whole = { at: "/mnt/other", volume: other, from: "/", mountId: "other" };
  const skill = { at: "/root/pdf", volume: other, from: "/skills/pdf", mountId: "other" };
  const place = { mountId: "other", path: "/skills/pdf/SKILL.md" };

  test("is the narrowest point that shows it, whatever their order", () => {
    expect(createMountTable([whole, skill]).seenAt(place)).toBe("/root/pdf/SKILL.md");
    expect(createMountTable([skill, whole]).seenAt(place)).toBe("/root/pdf/SKILL.md");
    expect(createMountTable([whole, skill]).seenAt({ ...place, path: "/shared/note.md" })).toBe(
      "/mnt/other/shared/note.md",
    );
  });

  test("is the point whose own folder it lies in, if several show as much", () => {
    const [one, two] = ["one", "two"].map((at) => ({ ...whole, at: `/cache/${at}` }));
    const table = createMountTable([
      whole,
      { ...whole, ...one, own: ["/shared"] },
      { ...whole, ...two, own: ["/skills/pdf"] },
    ]);
    expect(table.seenAt(place)).toBe("/cache/two/skills/pdf/SKILL.md");
    expect(table.seenAt({ ...place, path: "/shared/note.md" })).toBe("/cache/one/shared/note.md");
    expect(table.seenAt({ ...place, path: "/skills" })).toBe("/mnt/other/skills");
  });

  test("is not where another hides it, and nowhere without a point or a file", () => {
    const cover = { at: "/root/pdf", volume: project, from: "/", mountId: "project" };
    expect(createMountTable([whole, skill, cover]).seenAt(place)).toBe("/mnt/other/skills/pdf/SKILL.md");
    expect(createMountTable([skill]).seenAt({ ...place, path: "/shared/note.md" })).toBeUndefined();
    expect(createMountTable([whole]).seenAt({ ...place, path: "/gone" })).toBeUndefined();
  });
});
