/**
 * Counts the files of `lib` in which code runs on three journeys through the program: an address typed in the box until its skills are
 * listed, a slash command until the request is sent, an edit until it is saved, scanned again and shown. `node
 * lib/tasks/structure/journeys.ts [--list]`, against a real git server, in Node, with V8's own coverage.
 */
import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openWorkspace } from "#lib/workspace/open-workspace.ts";
import { startTestServer } from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";
import { projectFolder } from "../install.mjs";

const page = { Worker: ThreadlessWorker, location: new URL("http://127.0.0.1/"), fetch: answerPage(fetch) };
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value });

const server = await startTestServer();
createRepository(server.root, "acme/skills", {
  ".agents/skills/greet/SKILL.md":
    "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n",
});

const profiler = new Session();
profiler.connect();
await profiler.post("Profiler.enable");

const incoming = { kind: "source", source: server.source("acme/skills") } as const;
const workspace = openWorkspace({ path: "/local/journey", search: "", own: true, incoming });
const until = (isWanted: (state: WorkspaceState) => boolean) =>
  new Promise<void>((resolve) => {
    const look = (state: WorkspaceState) => isWanted(state) && resolve();
    workspace.store.subscribe(look);
    look(workspace.store.getState());
  });
const location = () =>
  workspace.store.getState().view.discovery.skills.find(({ name }) => name === "greet")?.location ?? "";

await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await report("an address until its skills are listed", () => until(({ view }) => view.discovery.skills.length > 0));
await until(({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
await report("a slash command until its request is sent", async () => {
  const sent = workspace.actions.submit("/greet Ann");
  await until(({ conversation }) => conversation.messages.length > 0);
  workspace.actions.stop();
  await sent;
});
await until(({ storage }) => storage.kind === "saved");
await report("an edit until it is saved, scanned and shown", async () => {
  const writes = [{ path: location(), text: "---\nname: greet\ndescription: Says goodbye\n---\n" }];
  await workspace.actions.applyFix({ label: "edit", moves: [], writes });
  // This harness reads its skills again only when told to: until then the view is of older files.
  await until(({ storage, view }) => storage.kind === "saved" && view.stale);
});
await workspace.close();
await server.stop();
profiler.disconnect();

/** Runs one journey, and prints how many files have a function that ran. */
async function report(name: string, run: () => Promise<unknown>): Promise<void> {
  await profiler.post("Profiler.takePreciseCoverage");
  await run();
  const { result } = await profiler.post("Profiler.takePreciseCoverage");
  const prefix = `${pathToFileURL(join(projectFolder, "lib")).href}/`;
  const touched = result
    .filter(({ url, functions }) => url.startsWith(prefix) && functions.some(isCalled))
    .map(({ url }) => url.slice(prefix.length))
    // The demo model answers the request, so it is not part of the way to it.
    .filter((path) => !/^(?:tasks|chat\/(?:demo|matching))\//.test(path))
    .sort();
  console.log(`${name}: ${touched.length} files`);
  if (process.argv.includes("--list")) for (const path of touched) console.log(`    lib/${path}`);
}

/** A function of the file, not the file's own evaluation, which is a function without a name. */
function isCalled({
  functionName,
  ranges,
}: {
  functionName: string;
  ranges: { startOffset: number; count: number }[];
}) {
  const [whole] = ranges;
  return whole !== undefined && whole.count > 0 && (functionName !== "" || whole.startOffset > 0);
}

/** Answers like the page's own server, with the samples and without a lent model; other requests are passed on. */
function answerPage(other: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (typeof input !== "string" || !input.startsWith("/")) return other(input, init);
    if (input === "/api/chat") return Response.json({ models: [], connect: [] });
    return new Response(readFileSync(join(projectFolder, "public", input)));
  };
}
