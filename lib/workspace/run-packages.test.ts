import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { stubFrames } from "#lib/run/frame-fixture.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { offerBefore, offerNotes, offerText } from "#lib/runs/offer-text.ts";
import { startPackagesServer } from "#test/servers/packages-server.ts";
import { createPageFixture, until } from "./page-fixture.ts";

const page = createPageFixture();
let server: Awaited<ReturnType<typeof startPackagesServer>>;
const asked: string[] = [];
beforeAll(async () => {
  server = await startPackagesServer(0);
});
afterAll(() => server.stop());

/**
 * A workspace with a script, in a page whose frames have only the shell; requests to the package server are recorded.
 */
async function openWith(script: string) {
  const workspace = page.openText("---\nname: hello\ndescription: Hello\n---\n");
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  const bytes = new TextEncoder().encode(script);
  await workspace.actions.keepRun([{ path: "/workspace/a.py", kind: "new", bytes, executable: false }]);
  stubFrames();
  asked.length = 0;
  const other = fetch;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (input === "/api/packages") return Response.json({ folder: server.url });
    if (input.startsWith(server.url)) asked.push(`${init?.method ?? "GET"} ${input.slice(server.url.length)}`);
    return other(input, init);
  });
  const run = (answer: (offer: PackageOffer) => boolean) =>
    workspace.actions.runLine({
      line: "python3 a.py",
      stdin: "",
      signal: new AbortController().signal,
      onOutput: () => undefined,
      onFetching: () => undefined,
      onBegun: () => undefined,
      onOffer: async (offer) => answer(offer),
    });
  return { workspace, run, wheels: () => asked.filter((each) => /^GET .*\.whl$/.test(each)) };
}

it("asks before a run for what its script imports, fetches nothing on a no, all of it on a yes, and asks once", async () => {
  const { run, wheels } = await openWith("import greet, json\ntry:\n    import tampered\nexcept ImportError: pass\n");
  const offers: PackageOffer[] = [];
  await run((offer) => offers.push(offer) < 1);
  expect(wheels()).toEqual([]);
  expect(wheels()).toEqual([]);
  expect(offerText(offers[0] ?? none)).toMatch(
    new RegExp(`^Needs words and greet-py, \\d+ B from ${new URL(server.url).host}\\.$`),
  );
  await run((offer) => offers.push(offer) > 1);
  expect(wheels()).toEqual(["GET words-1.0-py3-none-any.whl", "GET greet_py-1.0-py3-none-any.whl"]);
  expect(offers).toHaveLength(2);
});

it("looks nothing up for a script of Python's own library, and tells a model's person what is wanted", async () => {
  const { run, workspace } = await openWith("import json\n");
  await run(() => true);
  expect(asked).toEqual([]);
  expect(await workspace.actions.packageOffer("python3 a.py", "/workspace")).toBeUndefined();
});

const none: PackageOffer = { host: "files.example", packages: [], missing: ["yaml"], troubles: [] };

it("says what is in the way, and how a script says what it needs", () => {
  expect([offerText(none), offerNotes(none)]).toEqual([undefined, ["Not available from files.example: yaml."]]);
  const each = { version: "1", file: "f", address: "a", sha256: "0", depends: [], isKept: true };
  const kept = {
    ...none,
    missing: [],
    packages: [
      { ...each, name: "six" },
      { ...each, name: "pyyaml", depends: ["six"] },
    ],
  };
  expect(offerText(kept)).toBe("Needs six and pyyaml, which this browser keeps.");
  const trouble = "six needs wheels, which files.example does not have.";
  expect(offerBefore({ ...kept, troubles: [trouble] })).toBe(`${offerText(kept)} ${trouble}`);
  expect(offerBefore({ ...none, troubles: [trouble] })).toBe(trouble);
  expect(offerNotes(kept)).toEqual([
    'A script says that it needs it in its header, after # /// script: # dependencies = ["pyyaml"]',
  ]);
});
