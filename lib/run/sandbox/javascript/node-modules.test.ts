import { expect, it } from "vitest";
import { shellOver } from "../run-fixture.ts";

it("takes the list of Node's modules from no script", async () => {
  const { run } = shellOver({
    "/workspace/a.mjs": `for (const give of [JSON.stringify([{ fs: ["other"] }]), JSON.stringify({ fs: ["other"] })])
      try { globalThis.__native?.call("learnModules", give); } catch {}`,
    "/workspace/b.mjs": 'import { readFileSync } from "fs"; console.log(typeof readFileSync);',
  });
  expect(await run("node a.mjs; node b.mjs")).toMatchObject({ out: "function\n", err: "" });
});
