import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesOf, type FileChange, type FileVersion } from "#lib/share/changes/file-change.ts";
import { createSnapshot, type Edit, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { formatFragment, payloadLimits, readFragment } from "./fragment.ts";
import { editedText, lineEdit } from "./line-edit.ts";
import { encodeChanges, fitChanges, type LinkedChange, readChanges } from "./linked-changes.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const file = (text: string | Uint8Array, mode: FileVersion["mode"] = snapshotMode.file): FileVersion => ({
  mode,
  bytes: typeof text === "string" ? encode(text) : text,
});

async function fragmentOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const fragment = await formatFragment(bytes);
  if (fragment === undefined) throw new Error("too large");
  return fragment;
}

describe("a fragment", () => {
  test("gives back what it was made of, and is one word of an address", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        const fragment = await fragmentOf(new Uint8Array(bytes));
        expect(fragment).toMatch(/^#e1=[\w-]*$/);
        expect(await readFragment(fragment)).toEqual({ kind: "read", bytes: new Uint8Array(bytes) });
      }),
      { numRuns: 50 },
    );
  });

  test.each(["", "#", "#step-2", "#L3", "#=", "#e=x"])("%j carries nothing", async (fragment) => {
    expect(await readFragment(fragment)).toBeUndefined();
  });

  test.each(["#e2=abcd", "#e0001=abcd", "#s1=abcd", "#t1=", "#z1=abcd"])(
    "%s is of a version that is not known",
    async (fragment) => {
      expect(await readFragment(fragment)).toMatchObject({
        kind: "refused",
        reason: expect.stringContaining("version"),
      });
    },
  );

  test("cut anywhere, or with any character another, it is refused", async () => {
    const fragment = await fragmentOf(encode("some text that is long enough, ".repeat(8)));
    for (let at = 4; at < fragment.length; at++) {
      const other = fragment[at] === "A" ? "B" : "A";
      expect(await readFragment(fragment.slice(0, at))).toMatchObject({ kind: "refused" });
      const flipped = await readFragment(fragment.slice(0, at) + other + fragment.slice(at + 1));
      // The last character has bits without meaning.
      if (flipped?.kind === "read") expect(at).toBe(fragment.length - 1);
    }
    expect(await readFragment(`${fragment}AAAA`)).toMatchObject({ kind: "refused" });
    expect(await readFragment(`${fragment} `)).toMatchObject({ kind: "refused" });
  });

  test("that would become far larger is not unpacked, nor made", async () => {
    const bomb = new Blob([new Uint8Array(20 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream("gzip"));
    const packed = Buffer.from(await new Response(bomb).arrayBuffer()).subarray(10);
    expect(packed.length).toBeLessThan(payloadLimits.link);
    expect(await readFragment(`#e1=${packed.toString("base64url")}`)).toMatchObject({ kind: "refused" });
    expect(await formatFragment(new Uint8Array(1024 * 1024))).toBeUndefined();
    expect(await formatFragment(new Uint8Array(3 * 1024 * 1024))).toBeUndefined();
    expect(await readFragment(`#e1=${"A".repeat(payloadLimits.link)}`)).toMatchObject({ kind: "refused" });
  });

  test("however odd, ends without an error", async () => {
    const odd = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.base64String().map((text) => text.replace(/=+$/, "")),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (text) => {
        const read = await readFragment(`#e1=${text}`);
        expect(["read", "refused"]).toContain(read?.kind);
      }),
      { numRuns: 200 },
    );
  });
});

describe("changes of lines", () => {
  test("make the one text of the other, whatever they are", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "end"), { maxLength: 20 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (before, now) => {
        expect(editedText(before, lineEdit(before, now) ?? [])).toBe(now);
      }),
    );
  });

  test("are of no text that has fewer lines", () => {
    expect(editedText("a\n", [2, "b"])).toBeUndefined();
    expect(editedText("a\n", [-5])).toBeUndefined();
  });
});

/** Packs changes, reads them back and applies them to the same files. */
function carried(changes: readonly FileChange[], files: Readonly<Record<string, FileVersion>>) {
  const read = readChanges(encodeChanges(changes, []));
  return read && fitChanges(read.source, (path) => files[path]);
}

describe("changes that a link carries", () => {
  const long = Array.from({ length: 200 }, (_, index) => `line ${index} of a text\n`).join("");

  test("come to the same: changed, new, deleted, moved, executable, of another encoding", () => {
    const latin = new Uint8Array([0xff, 0, 0xfe, 10]);
    const base = {
      "a.md": file(long),
      "gone.md": file("gone\n"),
      "old/s.md": file(long),
      "run.sh": file("echo 1\n", snapshotMode.executable),
      "pic.bin": file(latin),
    };
    const edits = new Map<string, Edit>([
      ["/a.md", encode(long.replace("line 7 ", "line seven "))],
      ["/new.md", encode("\ufeffnew\r\n")],
      ["/gone.md", null],
      ["/old/s.md", null],
      ["/new/s.md", encode(`${long}more\n`)],
      ["/run.sh", encode("echo 2\n")],
      ["/pic.bin", new Uint8Array([...latin, 1])],
    ]);
    const snapshot = createSnapshot(Object.entries(base).map(([path, version]) => ({ path, ...version })));
    const changes = changesOf(snapshot, edits);
    const files = Object.fromEntries([...snapshotEntries(snapshot)].map(({ path, ...version }) => [path, version]));
    const fitted = carried(changes, files);
    const told = (all: readonly FileChange[]) => new Map(all.map(({ path, from, now }) => [path, { from, now }]));
    expect(told(fitted?.kind === "fits" ? fitted.changes : [])).toEqual(told(changes));
    expect(told(changes).get("new/s.md")).toEqual({ from: "old/s.md", now: file(`${long}more\n`) });
  });

  test("over files that are gone or others are refused, all of them", () => {
    const changes = [
      { path: "a.md", before: file(long), now: file(`${long}a\n`) },
      { path: "b.md", before: file(long), now: file(`${long}b\n`) },
      { path: "new.md", now: file("new\n") },
    ];
    expect(carried(changes, { "a.md": file(`x${long}`) })).toEqual({
      kind: "unfit",
      reasons: [
        { path: "a.md", reason: "the file is another one than the change was made for" },
        { path: "b.md", reason: "the file is not there" },
      ],
    });
  });

  test("that are made already are none", () => {
    const now = file(`${long}more\n`);
    const read = readChanges(encodeChanges([{ path: "a.md", before: file(long), now }], []));
    expect(
      fitChanges(
        read?.source ?? [],
        () => file(long),
        () => now,
      ),
    ).toEqual({ kind: "fits", changes: [] });
  });

  test("ten edits of long skills fit into 8 KB", async () => {
    const words = (seed: number) =>
      Array.from({ length: 12 }, (_, at) => `word${(seed * 31 + at * 17) % 997}`).join(" ");
    const text = (one: number) => Array.from({ length: 300 }, (_, line) => `${words(one * 300 + line)}\n`).join("");
    const changes = Array.from({ length: 10 }, (_, index): FileChange => {
      const lines = text(index).split("\n");
      const now = lines
        .with(5, words(index + 5000))
        .toSpliced(100, 3)
        .toSpliced(200, 0, words(index + 6000), words(index + 7000));
      return { path: `skills/skill-${index}/SKILL.md`, before: file(text(index)), now: file(now.join("\n")) };
    });
    expect((await fragmentOf(encodeChanges(changes, []))).length).toBeLessThan(8 * 1024);
  });

  test("500 KB of them are more than a link holds", async () => {
    let seed = 1;
    const letter = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return String.fromCharCode(33 + ((seed >>> 16) % 90));
    };
    const text = Array.from({ length: 500 * 1024 }, letter).join("");
    const fragment = await fragmentOf(encodeChanges([{ path: "a", now: file(text) }], []));
    expect(fragment.length).toBeGreaterThan(payloadLimits.link);
    expect(await readFragment(fragment)).toMatchObject({ kind: "refused", reason: expect.stringContaining("32 KB") });
  });
});

describe("what is read", () => {
  const bytesOf = (value: unknown) => encode(JSON.stringify(value));
  const one = (change: object) => readChanges(bytesOf({ s: [change], o: [] }));

  test.each<[string, object]>([
    ["a path out of the source", { p: "../x", t: "" }],
    ["an absolute one", { p: "/etc/passwd", t: "" }],
    ["one into .git", { p: ".git/config", t: "" }],
    ["one with a control character", { p: "a\u0007b", t: "" }],
    ["a file from out of the source", { p: "a", l: [], c: 1, f: "../x" }],
    ["two contents", { p: "a", t: "", d: 1 }],
    ["none", { p: "a" }],
    ["lines without what they are for", { p: "a", l: [1] }],
    ["lines that are none", { p: "a", l: [1.5], c: 1 }],
    ["a text that is none", { p: "a", t: "\ud800" }],
    ["bytes that are none", { p: "a", b: "%" }],
    ["bytes in letters of another alphabet", { p: "a", b: "_/" }],
    ["a mark that is none", { p: "a", t: "", x: 2 }],
  ])("with %s is refused", (_, change) => {
    expect(one(change)).toBeUndefined();
    expect(one({ p: "a", t: "" })).toBeDefined();
  });

  test("own files lie in the working folder or at home", () => {
    const own = (p: string) => readChanges(bytesOf({ s: [], o: [{ p, t: "" }] }));
    expect([own("workspace/a"), own("home/user/.x/y")].every(Boolean)).toBe(true);
    expect([own("etc/a"), own("mnt/x/y"), own("workspace"), own("home/other/a")]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("two changes of one file, none at all, or too many are refused", () => {
    const many = Array.from({ length: 501 }, (_, index): LinkedChange => ({ p: `${index}`, d: 1 }));
    expect(
      readChanges(
        bytesOf({
          s: [
            { p: "a", d: 1 },
            { p: "a", t: "" },
          ],
          o: [],
        }),
      ),
    ).toBeUndefined();
    expect(readChanges(bytesOf({ s: [], o: [] }))).toBeUndefined();
    expect(readChanges(bytesOf({ s: many, o: [] }))).toBeUndefined();
  });

  test("whatever it is, is read or refused, and what is read can be worked out or not", () => {
    const step = fc.oneof(fc.integer(), fc.string(), fc.constant(null));
    const path = fc.oneof(fc.constantFrom("a", "b/c", "workspace/x", "__proto__", "constructor"), fc.string());
    const change = fc.record(
      {
        p: path,
        t: fc.string(),
        b: fc.string(),
        l: fc.array(step),
        c: fc.nat(),
        f: path,
        d: fc.constantFrom(1, 2),
        x: fc.constantFrom(1, true),
      },
      { requiredKeys: [] },
    );
    const payload = fc.oneof(fc.anything(), fc.record({ s: fc.array(change), o: fc.array(change) }));
    fc.assert(
      fc.property(payload, (value) => {
        const read = readChanges(encode(JSON.stringify(value) ?? ""));
        const fitted =
          read && fitChanges([...read.source, ...read.own], (path) => (path === "a" ? file("a\nb\n") : undefined));
        expect([undefined, "fits", "unfit"]).toContain(fitted?.kind);
      }),
      { numRuns: 1000 },
    );
  });
});
