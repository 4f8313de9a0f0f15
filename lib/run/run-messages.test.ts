import { expect, it } from "vitest";
import { createSnapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { runLimits } from "./run-limits.ts";
import { readFromRun } from "./run-messages.ts";

const bytes = new Uint8Array([1, 2, 3]);
const snapshot = (...paths: string[]) =>
  createSnapshot(paths.map((path) => ({ path, mode: snapshotMode.file, bytes })));
const end = {
  kind: "end",
  status: 0,
  cwd: "/workspace",
  env: { A: "1" },
  written: snapshot("workspace/a"),
  removed: ["workspace/b"],
};

it("takes an end as it is told", () => {
  const said = readFromRun(end);
  expect(said).toMatchObject({ kind: "end", status: 0, cwd: "/workspace", env: { A: "1" }, removed: ["workspace/b"] });
});

it.each([
  ["nothing", null],
  ["a text", "end"],
  ["a kind of its own", { kind: "navigate", to: "https://evil.example" }],
  ["a part that there is not", { kind: "need", part: "network" }],
  ["output of no stream", { kind: "output", stream: "html", text: "<b>" }],
  ["output that is no text", { kind: "output", stream: "out", text: { length: 1 } }],
  ["files that are none", { ...end, written: { paths: "a", modes: [0], offsets: [0, 1], bytes: [1] } }],
  ["more files than bytes", { ...end, written: { ...snapshot("a"), modes: new Uint8Array(2) } }],
  ["offsets beyond the bytes", { ...end, written: { ...snapshot("a"), offsets: new Uint32Array([0, 99]) } }],
  ["offsets that go back", { ...end, written: { ...snapshot("a", "b"), offsets: new Uint32Array([3, 1, 3]) } }],
  ["no list of what is gone", { ...end, removed: "workspace" }],
])("passes over %s", (_, data) => {
  expect(readFromRun(data)).toBeUndefined();
});

it("keeps no file that cannot be part of a workspace, and no link", () => {
  const link = { path: "workspace/link", mode: snapshotMode.link, bytes };
  const file = (path: string) => ({ path, mode: snapshotMode.file, bytes });
  const bad = ["../up", "workspace/.git/config", "workspace/a\nb", "workspace/a\\b", "/root", "workspace//x", "x/../y"];
  const written = createSnapshot([link, file("workspace/ok"), ...bad.map(file)]);
  const said = readFromRun({ ...end, written, removed: ["workspace/ok", ...bad, 7] });
  if (said?.kind !== "end") throw new Error("It is an end.");
  expect([...snapshotEntries(said.written)].map(({ path }) => path)).toEqual(["workspace/ok"]);
  expect(said.removed).toEqual(["workspace/ok"]);
});

it("says so where a run leaves more than is taken in", () => {
  const paths = Array.from({ length: runLimits.changedFiles + 1 }, (_, at) => `workspace/${at}`);
  expect(readFromRun({ ...end, written: snapshot(...paths) })).toEqual({
    kind: "failed",
    text: "The run left more than 5,000 files or 100 MB.",
  });
  expect(readFromRun({ ...end, written: snapshot(...paths.slice(1)) })).toMatchObject({ kind: "end" });
});

it("bounds what is carried on to the next line", () => {
  const env = { BIG: "x".repeat(runLimits.environment), N: 1 };
  expect(readFromRun({ ...end, env, cwd: "relative", status: Number.NaN })).toMatchObject({
    env: {},
    cwd: "/",
    status: 1,
  });
});
