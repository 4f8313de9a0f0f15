import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import { cloneSnapshot } from "#lib/git/clone/clone-snapshot.ts";
import { loadPackTools } from "#lib/git/pack/pack-tools.ts";
import { parseSource } from "#lib/git/source/parse-source.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import type { Report } from "#lib/report/shape.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { growTree } from "#lib/stage/mount-tree.ts";
import { sourceReport } from "#lib/stage/source-report.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { readFolder } from "../read-folder.ts";

/** The report on a folder of the disk. Throws `FailureError` for what the lab refuses. */
export async function reportOnFolder(
  folder: string,
  { name, way }: { readonly name: string; readonly way: Way },
): Promise<Report> {
  const { snapshot, warnings } = readFolder(folder);
  const tree = await growTree(snapshot, {});
  const notices = warnings.map(mountNotice);
  return inSlices(sourceReport({ source: { kind: "upload", name }, label: name, tree, notices, way }));
}

const wasm = "@zip.js/zip.js/dist/zip-module.wasm";

/** The report on a repository, by anything that the lab's box takes. Throws `FailureError`. */
export async function reportOnAddress(text: string, way: Way): Promise<Report> {
  const parsed = parseSource(text);
  if (parsed.kind === "failure") throw new FailureError(parsed.failure);
  const { source } = parsed;
  if (source.kind !== "git") throw new FailureError({ code: "source-unreadable", text });
  const tools = loadPackTools(readFile(createRequire(import.meta.url).resolve(wasm)));
  const clone = await cloneSnapshot(source, {
    tools,
    fetch,
    toAddress: (url) => url,
    // Some hosts speak git only to clients whose name begins like this.
    headers: { "user-agent": "git/skillground" },
    signal: new AbortController().signal,
    idleMs: 30_000,
    onProgress: () => undefined,
    onArriving: () => undefined,
  });
  const { snapshot, commit, ref, path, warnings } = clone;
  const tree = await growTree(snapshot, {});
  const { refPath: _, ...address } = source;
  return inSlices(
    sourceReport({
      source: { ...address, ref, ...(path && { path }) },
      label: sourceLabel(source),
      commit,
      tree,
      way,
      notices: warnings.map(mountNotice),
    }),
  );
}
