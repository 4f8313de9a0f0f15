import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureOf } from "#lib/failure.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { clone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { gitListing, snapshotListing } from "#test/servers/git-listing.ts";
import { createRepository, git } from "#test/servers/git-repository.ts";
import { randomFiles, randomOf } from "#test/servers/trees/random-files.ts";

/** `npm run soak` tries many; a sample is enough to notice that a check is gone. */
const mutations = process.env.SOAK ? 1000 : 60;

let server: TestServer;
let repository: string;
/** The server's answers, by request: after the first time it is not asked again. */
const recorded = new Map<string, { readonly headers: [string, string][]; readonly bytes: Uint8Array<ArrayBuffer> }>();

beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowFilter": "true" });
  repository = createRepository(server.root, "acme/mutated", randomFiles(7, 60));
  // Deltas of deltas, so that a change in one object affects others.
  git(repository, ["repack", "-adfq", "--depth=50"]);
});
afterAll(() => server.stop());

const recording: typeof fetch = async (input, init) => {
  const version = new Headers(init?.headers).get("git-protocol");
  const key = `${version} ${String(input)} ${init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : ""}`;
  const known = recorded.get(key);
  if (known) return new Response(known.bytes, { headers: known.headers });
  const response = await fetch(input, init);
  const answer = { headers: [...response.headers], bytes: await response.bytes() };
  recorded.set(key, answer);
  return new Response(answer.bytes, { headers: answer.headers });
};

/** // A server that does not receive version 2 sends everything in one pack. */
const recordingOld: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("git-protocol");
  return recording(input, { ...init, headers });
};

/** // Of a folder the trees come first and then its files; of a whole small repository everything comes at once. */
const folder = "skills";
/** The ways in which the objects arrive. */
const paths: [way: string, ask: typeof fetch, path: string | undefined][] = [
  ["in parts", recording, folder],
  ["in one pack", recording, undefined],
  ["in one pack of the old protocol", recordingOld, undefined],
];

/** How many commands a clone sends. */
async function countCommands({ source, ask }: Pick<Mutation, "source" | "ask">): Promise<number> {
  let commands = 0;
  const counting: typeof fetch = (input, init) => {
    if (init?.method === "POST") commands++;
    return ask(input, init);
  };
  await clone(source, { fetch: counting });
  return commands;
}

type Mutate = (bytes: Buffer, at: number, random: (below: number) => number) => Buffer;

const ways: Readonly<Record<string, Mutate>> = {
  cut: (bytes, at) => bytes.subarray(0, at),
  flip(bytes, at, random) {
    bytes[at] = (bytes[at] as number) ^ (1 << random(8));
    return bytes;
  },
  overwrite(bytes, at, random) {
    for (let index = at; index < Math.min(bytes.length, at + 1 + random(64)); index++) bytes[index] = random(256);
    return bytes;
  },
};

interface Mutation {
  readonly source: GitSource;
  readonly ask: typeof fetch;
  readonly commands: number;
  readonly mutate: Mutate;
  readonly seed: number;
}

/** Applies one change to the answer to one of the commands, and to every later one, in case it is requested again. */
function mutating({ ask, commands, mutate, seed }: Omit<Mutation, "source">): typeof fetch {
  const random = randomOf(seed);
  let left = random(commands);
  return async (input, init) => {
    const response = await ask(input, init);
    if (init?.method !== "POST" || left-- > 0) return response;
    const bytes = Buffer.from(await response.bytes());
    return new Response(Uint8Array.from(mutate(bytes, random(bytes.length), random)), { headers: response.headers });
  };
}

describe.each(paths)("objects that come %s", (_way, ask, path) => {
  it.each(Object.entries(ways))(
    "never make a snapshot that is not the commit's: %s",
    async (_, mutate) => {
      const source = server.source("acme/mutated", path === undefined ? {} : { path });
      const expected = gitListing(repository, path === undefined ? "main" : `main:${path}`);
      const commands = await countCommands({ source, ask });
      let refused = 0;
      for (let seed = 0; seed < mutations; seed++) {
        const fetch = mutating({ ask, commands, mutate, seed });
        const result = await clone(source, { fetch }).catch((error: unknown) => {
          // A bug is not a refusal.
          if (!failureOf(error)) throw error;
          refused++;
        });
        if (result) expect(snapshotListing(result.snapshot), `seed ${seed}`).toEqual(expected);
      }
      expect(refused).toBeGreaterThan(mutations / 2);
    },
    600_000,
  );
});
