import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GitSource } from "#lib/vfs/source.ts";
import {
  cancelledClone,
  clone,
  failedClone,
  startTestServer,
  type TestServer,
} from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { hostileAnswers } from "#test/servers/hostile-answers.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowFilter": "true" });
  const files = Array.from({ length: 12 }, (_, i) => [`skills/f${i}/SKILL.md`, `${i} `.repeat(1500)]);
  createRepository(server.root, "acme/skills", Object.fromEntries(files));
});
afterAll(() => server.stop());

/** A page that reads `Git-Protocol` uses the newer version; one whose relay or proxy drops it the older. */
const withoutProtocol: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("git-protocol");
  return fetch(input, { ...init, headers });
};

const ways: readonly (readonly [string, typeof fetch, rest: Partial<GitSource>])[] = [
  ["in parts", fetch, { path: "skills" }],
  ["in one pack", fetch, {}],
  ...(process.env.SOAK ? ([["in one pack of the old protocol", withoutProtocol, {}]] as const) : []),
];

describe.each(ways)("a server, asked for a repository %s,", (_, way, rest) => {
  // The old protocol has no command except for the pack.
  const met = hostileAnswers.filter(
    ([, fault]) => way !== withoutProtocol || !("only" in fault) || fault.only !== "command",
  );
  it.each(met)("that %s", async (_what, fault, code) => {
    server.faults.set("/acme/skills", fault);
    const silence = fault.kind === "stall" && { idleMs: 300 };
    try {
      const failure = await failedClone(server.source("acme/skills", rest), { fetch: way, ...silence });
      expect(failure).toMatchObject({ code });
    } finally {
      server.faults.clear();
    }
  });

  it("that answers a byte at a time is waited for, until a person has had enough", async () => {
    server.faults.set("/acme/skills", { kind: "drip", every: 20, only: "pack" });
    expect(await cancelledClone(server.source("acme/skills", rest), "downloading")).toEqual({ code: "cancelled" });
    server.faults.set("/acme/skills", { kind: "drip", every: 0, only: "advertisement" });
    expect(await clone(server.source("acme/skills", rest), { fetch: way })).toMatchObject({ fileCount: 12 });
    server.faults.clear();
  });

  it("that does none of this gives all", async () => {
    expect(await clone(server.source("acme/skills", rest), { fetch: way })).toMatchObject({ fileCount: 12 });
  });
});
