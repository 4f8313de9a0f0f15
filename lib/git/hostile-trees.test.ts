import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clone, failedClone, startTestServer, type TestServer } from "#e2e/servers/clone-from-server.ts";
import { commitTree, createRepository, git, writeBlob } from "#e2e/servers/git-repository.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type RawEntry = readonly [mode: string, name: string | Uint8Array, id: string];

/** A tree object with exactly these bytes, which `git mktree` would refuse to write. */
function writeRawTree(repository: string, entries: readonly RawEntry[]): string {
  const bytes = entries.flatMap(([mode, name, id]) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(id, "hex"),
  ]);
  return git(repository, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], Buffer.concat(bytes));
}

let count = 0;
/** A repository whose root is what `makeRoot` returns. */
function repositoryOf(makeRoot: (repository: string, blob: string) => string): string {
  const name = `hostile/r${count++}`;
  const repository = createRepository(server.root, name, {});
  commitTree(repository, "main", makeRoot(repository, writeBlob(repository, "x")));
  return name;
}

const badNames: readonly (readonly [string, string | Uint8Array])[] = [
  ["..", ".."],
  [".", "."],
  [".git", ".git"],
  [".GIT", ".GIT"],
  ["git~1", "git~1"],
  ["a slash", "a/b"],
  ["a backslash", "a\\b"],
  ["a newline", "a\nb"],
  ["an escape", "a\x1b[2Jb"],
  ["bytes that are no UTF-8", Uint8Array.of(0x61, 0xff)],
  ["256 bytes", "n".repeat(256)],
];

describe("names", () => {
  it.each(badNames)("refuses %s for a file", async (_, bad) => {
    const name = repositoryOf((repository, blob) => writeRawTree(repository, [["100644", bad, blob]]));
    expect(await failedClone(server.source(name))).toMatchObject({ code: "name-refused" });
  });

  it.each(badNames)("refuses %s for a folder", async (_, bad) => {
    const name = repositoryOf((repository, blob) =>
      writeRawTree(repository, [["40000", bad, writeRawTree(repository, [["100644", "SKILL.md", blob]])]]),
    );
    expect(await failedClone(server.source(name))).toMatchObject({ code: "name-refused" });
  });

  it("refuses one name twice", async () => {
    const name = repositoryOf((repository, blob) =>
      writeRawTree(repository, [
        ["100644", "a", blob],
        ["100755", "a", blob],
      ]),
    );
    expect(await failedClone(server.source(name))).toMatchObject({ code: "name-refused", path: "a" });
  });

  it("keeps names that only JavaScript could stumble over", async () => {
    const name = repositoryOf((repository, blob) =>
      writeRawTree(repository, [
        ["100644", "__proto__", blob],
        ["100644", "constructor", blob],
      ]),
    );
    expect((await clone(server.source(name))).snapshot.paths).toBe("__proto__\0constructor");
  });
});

describe("size", () => {
  it("stops at a tree that unfolds into 10^10 files", async () => {
    const name = repositoryOf((repository, blob) => {
      let tree = writeRawTree(repository, tenTimes("100644", blob));
      for (let level = 1; level < 10; level++) tree = writeRawTree(repository, tenTimes("40000", tree));
      return tree;
    });
    expect(await failedClone(server.source(name))).toEqual({ code: "too-many-files", limit: mountLimits.files });
  });

  it("stops at a tree that unfolds into 10^10 empty folders", async () => {
    const name = repositoryOf((repository) => {
      let tree = writeRawTree(repository, []);
      for (let level = 0; level < 10; level++) tree = writeRawTree(repository, tenTimes("40000", tree));
      return tree;
    });
    expect(await failedClone(server.source(name))).toMatchObject({ code: "too-many-files" });
  });

  it("stops at folders too deep", async () => {
    const name = repositoryOf((repository, blob) => {
      let tree = writeRawTree(repository, [["100644", "a", blob]]);
      for (let level = 0; level < mountLimits.depth + 2; level++)
        tree = writeRawTree(repository, [["40000", "d", tree]]);
      return tree;
    });
    expect(await failedClone(server.source(name))).toMatchObject({ code: "too-deep" });
  });

  it("does not keep a file that inflates beyond the limit, and names it", async () => {
    const name = repositoryOf((repository, blob) => {
      const bomb = writeBlob(repository, new Uint8Array(mountLimits.fileBytes + 1));
      return writeRawTree(repository, [
        ["100644", "bomb.bin", bomb],
        ["40000", "skills", writeRawTree(repository, [["100644", "SKILL.md", blob]])],
      ]);
    });
    const failure = { code: "too-large", limit: mountLimits.fileBytes, path: "bomb.bin" };
    expect(await failedClone(server.source(name))).toEqual(failure);
    // It is no obstacle to the folder beside it.
    expect(await clone(server.source(name, { path: "skills" }))).toMatchObject({ fileCount: 1 });
  });
});

describe("objects in the wrong place", () => {
  it("refuses a folder that is a file, and the reverse", async () => {
    const folder = repositoryOf((repository, blob) => writeRawTree(repository, [["40000", "a", blob]]));
    expect(await failedClone(server.source(folder))).toMatchObject({
      code: expect.stringMatching(/pack-damaged|server/),
    });
    const file = repositoryOf((repository, blob) =>
      writeRawTree(repository, [["100644", "a", writeRawTree(repository, [["100644", "b", blob]])]]),
    );
    expect(await failedClone(server.source(file))).toMatchObject({ code: "pack-damaged" });
  });

  it("keeps a link as the text it is", async () => {
    const name = repositoryOf((repository) =>
      writeRawTree(repository, [["120000", "SKILL.md", writeBlob(repository, "../../.git/config")]]),
    );
    const { snapshot } = await clone(server.source(name));
    expect(new TextDecoder().decode(snapshot.bytes)).toBe("../../.git/config");
  });
});

function tenTimes(mode: string, id: string): RawEntry[] {
  return Array.from({ length: 10 }, (_, i): RawEntry => [mode, `e${i}`, id]);
}
