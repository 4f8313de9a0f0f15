import { expect, test } from "vitest";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { claudeCode } from "#lib/harness/profiles/claude-code.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { headless } from "./headless.ts";

const session = loadSession(claudeCode, textFiles({}), { cwd: "/w", home: "/h" });
const unavailable = { names: ["skills", "help"], says: "{word} isn't available." };

test.each(["/skills", "/help", "/help me"])("without a terminal %s is only answered", (line) => {
  const output = `${line.split(" ")[0]} isn't available.`;
  expect(interpretLine(headless(claudeCode, { unavailable }), session, line)).toMatchObject({ output });
  expect(interpretLine(claudeCode, session, line)).not.toMatchObject({ output });
});

test("where commands pass, a line goes to the model as it is", () => {
  expect(interpretLine(headless(claudeCode, { passes: "commands" }), session, "/skills")).toEqual({ kind: "text" });
});
