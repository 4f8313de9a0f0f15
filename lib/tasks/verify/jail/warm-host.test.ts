import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = `
let loads = 0;
export async function main([word]) {
  process.stdout.write(\`\${word} \${++loads} \${process.env.WHO}\\n\`);
  for await (const chunk of process.stdin) process.stdout.write(chunk);
  if (word === "throws") throw new Error("broken");
  if (word === "ends") process.exit(3);
  await new Promise((resolve) => setTimeout(resolve, 1));
}
`;

test("one process runs a program again and again, each time with its own words, environment and end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "warm-"));
  const module = join(folder, "program.mjs");
  writeFileSync(module, program);
  const host = fork(fileURLToPath(new URL("warm-host.ts", import.meta.url)), [module, "main"], { execArgv: [] });
  const run = async (word: string) => {
    const ended = once(host, "message");
    host.send({ args: [word], env: { WHO: `me-${word}` }, cwd: folder });
    return (await ended)[0] as { readonly stdout: string; readonly stderr: string; readonly code: number };
  };
  try {
    expect(await run("returns")).toEqual({ stdout: "returns 1 me-returns\n", stderr: "", code: 0 });
    expect(await run("ends")).toEqual({ stdout: "ends 2 me-ends\n", stderr: "", code: 3 });
    expect(await run("throws")).toMatchObject({ stderr: expect.stringContaining("broken"), code: 1 });
    expect(await run("returns")).toMatchObject({ stdout: "returns 4 me-returns\n", code: 0 });
  } finally {
    host.kill("SIGKILL");
  }
});
