import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { gitListing, type ListedEntry, snapshotListing } from "#test/servers/git-listing.ts";
import { commitFiles, createRepository, git } from "#test/servers/git-repository.ts";
import { randomFiles } from "#test/servers/trees/random-files.ts";

/** A reader whose requests are changed to claim other abilities. */
function saying(change: (request: { headers: Headers; body: string }) => string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString("latin1") : "";
    const changed = change({ headers, body });
    return fetch(input, { ...init, headers, body: init?.body ? Buffer.from(changed, "latin1") : null });
  };
}

/** Deltas then name their bases by id. Both words have the same length, which the framing counts. */
const withoutOffsets = saying(({ body }) => {
  const inParts = body.replace("000eofs-delta\n", "").replace("000dofs-delta", "");
  return inParts.replace(" ofs-delta ", " agent=abc ");
});

const withVersion = (version: number) =>
  saying(({ headers, body }) => {
    if (headers.has("git-protocol")) headers.set("git-protocol", `version=${version}`);
    return body;
  });

/** Claims of a reader, and server settings, that change the form in which the same objects arrive. */
const forms: readonly (readonly [string, Readonly<Record<string, string>>, typeof fetch])[] = [
  ["in parts", { "uploadpack.allowFilter": "true" }, fetch],
  ["in parts, deltas by id", { "uploadpack.allowFilter": "true" }, withoutOffsets],
  ["in one pack, deltas by id", {}, withoutOffsets],
  ["by version 1 of the protocol", { "uploadpack.allowFilter": "true" }, withVersion(1)],
  ["by a version that is not there yet", {}, withVersion(3)],
  ["without deltas", { "uploadpack.allowFilter": "true", "pack.window": "0" }, fetch],
  ["uncompressed", { "uploadpack.allowFilter": "true", "pack.compression": "0", "core.compression": "0" }, fetch],
  ["in deep chains", { "pack.depth": "4000", "pack.window": "50" }, fetch],
];

describe.each(forms)("what comes %s", (_, config, ask) => {
  let server: TestServer;
  let expected: readonly ListedEntry[];
  let repository: string;
  beforeAll(async () => {
    server = await startTestServer(config);
    const files = randomFiles(11, 40);
    repository = createRepository(server.root, "acme/forms", files);
    commitFiles(repository, "main", { ...files, "README.md": "later\n" });
    git(repository, ["-c", "pack.depth=50", "repack", "-adfq"]);
    git(repository, ["tag", "--annotate", "--message", "one", "one", "main"]);
    git(repository, ["tag", "--annotate", "--message", "two", "two", "one"]);
    expected = gitListing(repository, "main");
  });
  afterAll(() => server.stop());

  it("is what git shows, byte for byte, by branch, nested tag and id", async () => {
    const commit = git(repository, ["rev-parse", "main"]);
    for (const ref of [undefined, "main", "two", commit]) {
      const result = await clone(server.source("acme/forms", ref === undefined ? {} : { ref }), { fetch: ask });
      expect(snapshotListing(result.snapshot)).toEqual(expected);
      expect(result.commit).toBe(commit);
    }
  });

  it("is one folder of it where one is wanted", async () => {
    const { snapshot } = await clone(server.source("acme/forms", { path: "skills/b" }), { fetch: ask });
    expect(snapshotListing(snapshot)).toEqual(gitListing(repository, "main:skills/b"));
  });
});

it("a reader that names bases by id alone says so", async () => {
  const server = await startTestServer();
  createRepository(server.root, "acme/one", { a: "a" });
  await clone(server.source("acme/one"), { fetch: withoutOffsets });
  const bodies = server.git.requests.map(({ body }) => body.toString());
  expect(bodies.some((body) => body.includes("want "))).toBe(true);
  expect(bodies.some((body) => body.includes("ofs-delta"))).toBe(false);
  await server.stop();
});
