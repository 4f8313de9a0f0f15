import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeAccount, startOpenRouterAccount } from "#test/servers/providers/openrouter-account.ts";
import { beginSignIn, finishSignIn, type PendingSignIn, returnAddress } from "./openrouter-sign-in.ts";

let account: FakeAccount;
beforeAll(async () => {
  account = await startOpenRouterAccount([]);
});
afterAll(() => account.stop());
beforeEach(() => {
  account.consent = "yes";
});

const site = "https://lab.example";
const never = new AbortController().signal;
const toFake = (address: string) => address.replace("https://openrouter.ai", account.origin);
const request: typeof fetch = (input, init) => fetch(toFake(String(input)), init);

/** Begins a sign-in and plays OpenRouter's part; returns the return address. */
async function throughOpenRouter(): Promise<{ readonly pending: PendingSignIn; readonly back: URL }> {
  const { address, pending } = await beginSignIn(site, "/gh/acme/skills?skill=pdf-forms#e1=x");
  expect(address).toMatch(/^https:\/\/openrouter\.ai\/auth\?/);
  expect(address).not.toContain(pending.verifier);
  const page = await (await fetch(toFake(address))).text();
  const link = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { pending, back: new URL(link) };
}

const finish = (back: URL, pending: unknown) => finishSignIn(back.search, pending, never, request);

test("the code of the sign-in that was begun here is exchanged for a key, with the verifier and no secret", async () => {
  const { pending, back } = await throughOpenRouter();
  expect(`${back.origin}${back.pathname}`).toBe(`${site}/sign-in/openrouter`);
  expect(await finish(back, JSON.parse(JSON.stringify(pending)))).toEqual({ key: account.key });
  expect(account.exchanges.at(-1)).toEqual({
    code: back.searchParams.get("code"),
    code_verifier: pending.verifier,
    code_challenge_method: "S256",
  });
  expect(returnAddress(pending, site)).toBe("/gh/acme/skills?skill=pdf-forms#e1=x");
});

test("each sign-in has a state and a verifier of its own", async () => {
  const all = await Promise.all([1, 2, 3].map(() => beginSignIn(site, "/")));
  expect(new Set(all.flatMap(({ pending }) => [pending.state, pending.verifier])).size).toBe(6);
});

describe("nothing is taken from", () => {
  const refused = (reason: RegExp) => ({ refused: expect.stringMatching(reason) as string });
  async function withoutExchange(back: URL, pending: unknown, reason: RegExp) {
    const before = account.exchanges.length;
    expect(await finish(back, pending)).toEqual(refused(reason));
    expect(account.exchanges).toHaveLength(before);
  }

  test("an answer with another state: somebody else's code would make this page theirs", async () => {
    account.consent = "other-state";
    const { pending, back } = await throughOpenRouter();
    await withoutExchange(back, pending, /does not match the sign-in/);
    back.searchParams.delete("state");
    await withoutExchange(back, pending, /does not match the sign-in/);
  });

  test("an answer without a sign-in, or one that was begun long ago", async () => {
    const { pending, back } = await throughOpenRouter();
    for (const none of [undefined, null, {}, "text", { ...pending, verifier: "short" }, { ...pending, begunAt: "now" }])
      await withoutExchange(back, none, /No sign-in was started/);
    await withoutExchange(back, { ...pending, begunAt: Date.now() - 31 * 60_000 }, /half an hour/);
  });

  test("a person who said no, or went back", async () => {
    account.consent = "no";
    const first = await throughOpenRouter();
    await withoutExchange(first.back, first.pending, /It says: “access_denied”/);
    account.consent = "no-code";
    const second = await throughOpenRouter();
    await withoutExchange(second.back, second.pending, /without a code/);
  });
});

describe("OpenRouter's refusal is told in its own words", () => {
  test.each([
    ["of a code that was used", async (back: URL, pending: PendingSignIn) => void (await finish(back, pending))],
    ["of another verifier", async () => {}],
  ])("%s", async (name, before) => {
    const { pending, back } = await throughOpenRouter();
    await before(back, pending);
    const other = name.includes("verifier") ? { ...pending, verifier: "v".repeat(43) } : pending;
    await expect(finish(back, other)).rejects.toMatchObject({
      failure: { code: "model-refused", provider: "openrouter.ai", said: "Invalid code or code_verifier" },
    });
  });

  test("and an answer without a key, or nobody there, is a failure", async () => {
    const { pending, back } = await throughOpenRouter();
    const odd = (answer: () => Response) =>
      finishSignIn(
        back.search,
        pending,
        never,
        vi.fn(async () => answer()),
      );
    await expect(odd(() => Response.json({ key: "a\nb" }))).rejects.toMatchObject({
      failure: { code: "model-unlisted" },
    });
    await expect(odd(() => new Response("<html>"))).rejects.toMatchObject({ failure: { code: "model-unlisted" } });
    const gone = () => {
      throw new TypeError("Failed to fetch");
    };
    await expect(odd(gone)).rejects.toMatchObject({ failure: { code: "model-unreachable" } });
  });
});

test.each([
  ["/local/abc?view=x#e1=y", "/local/abc?view=x#e1=y"],
  ["//evil.example/lab", "/"],
  ["https://evil.example/lab", "/"],
  ["javascript:alert(1)", "/"],
  ["/\\evil.example", "/"],
  [42, "/"],
])("a person is led back to a path of this site only: %s", (returnTo, expected) => {
  expect(returnAddress({ returnTo }, site)).toBe(expected);
});
