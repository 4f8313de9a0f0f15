/** A thread that evaluates a folder under the harnesses that it takes from the shared list, and sends each result. Started by `judge-parts.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { inSlices } from "#lib/async/slices.ts";
import { touchedSkills } from "#lib/report/source-tree.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { sourceJudged } from "#lib/stage/source-report.ts";
import { harnessesOf } from "../harnesses.ts";
import { readFolder } from "../read-folder.ts";
import { type JudgedPart, takeFrom } from "./judge-parts.ts";

const { folder, label, way, changed, harnesses, taken } = workerData as JudgedPart;
const tree = await growTree(readFolder(folder).snapshot, {});
const reported = touchedSkills(tree.skillFiles, changed);
const source = { kind: "upload", name: label } as const;
for (const profile of takeFrom(harnessesOf(harnesses.join(",")), taken)) {
  parentPort?.postMessage(await inSlices(sourceJudged({ source, label, tree, way, reported, profiles: [profile] })));
}
