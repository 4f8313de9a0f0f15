import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import { clone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository, git } from "#test/servers/git-repository.ts";
import { relayGit } from "./git-relay.ts";
import { createRelayFixture } from "./relay-fixture.ts";

const fixture = createRelayFixture();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowFilter": "true" });
});
afterEach(() => fixture.close());
afterAll(() => server.stop());

/** 150 bytes that hardly compress. */
const numbers = (seed: number) => Array.from({ length: 8 }, (_, i) => Math.sqrt(8 * seed + i + 2)).join(" ");

test("a host that stalls behind the relay holds up neither the skills nor a file that is asked for", async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`docs/f${i}`, numbers(i)]));
  const repository = createRepository(server.root, "acme/skills", { ...files, "z/SKILL.md": "of z" });
  git(repository, ["repack", "-adq", "--write-bitmap-index"]);
  server.faults.set("/acme/skills", { kind: "stall", after: 20_000 });
  const relay = fixture.deps([new URL(server.git.url).host]);
  const asked: typeof fetch = (input, init) => {
    const headers = { ...(init?.headers as Record<string, string>), "sec-fetch-site": "same-origin" };
    const page = { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin: "https://lab.example" };
    return relayGit(new Request(String(input), { ...init, headers: { ...headers, ...page } }), relay);
  };
  const stopping = new AbortController();
  const listed = Promise.withResolvers<{ known: readonly string[]; wanted: readonly string[] }>();
  const cloning = clone(server.source("acme/skills"), {
    fetch: asked,
    toAddress: (url) => relayAddress("https://lab.example", url),
    signal: stopping.signal,
    onListed: async ({ part, want }) => {
      const wanted = snapshotPaths(await want(["docs/f299"]));
      listed.resolve({ known: snapshotPaths(part.known), wanted });
    },
  });
  cloning.catch(listed.reject);
  expect(await listed.promise).toEqual({ known: ["z/SKILL.md"], wanted: ["docs/f299"] });
  stopping.abort();
  await expect(cloning).rejects.toMatchObject({ failure: { code: "cancelled" } });
});
