import { describe, expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { openPaths } from "#lib/state/open-files.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { snapshotMode, textEntry } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { DraftProblem, HarnessStanding } from "./draft-standing.ts";

const page = createPageFixture();
const greetText = "---\nname: greet\ndescription: Hello\n---\n";
const greet = "/workspace/.agents/skills/greet/SKILL.md";

interface Looked {
  readonly problems: readonly DraftProblem[];
  readonly standings: readonly HarnessStanding[] | undefined;
}

async function look(
  lab: Workspace,
  path: string,
  text: string,
  signal = new AbortController().signal,
): Promise<Looked> {
  let problems: readonly DraftProblem[] = [];
  const onProblems = (found: readonly DraftProblem[]) => {
    problems = found;
  };
  return { standings: await lab.actions.standingOfDraft(path, text, { signal, onProblems }), problems };
}

const kinds = ({ standings = [] }: Looked) =>
  Object.fromEntries(standings.map(({ profileId, verdict }) => [profileId, verdict.kind]));

describe("of a text that is not saved", () => {
  test("each harness says what it would make of it, wherever it has the skill, and the file stays as it is", async () => {
    const lab = await page.openSkill(greetText);
    const looked = await look(lab, greet, "---\nname: greet\n---\n\nSay hello.\n");
    expect(Object.keys(kinds(looked))).toEqual(profiles.map(({ id }) => id));
    expect(kinds(looked)).toMatchObject({ keen: "rejected", "claude-code": "warned", codex: "rejected" });
    expect(looked.problems).toMatchObject([{ notice: { code: "description", severity: "error", path: greet } }]);
    const codex = looked.standings?.find(({ profileId }) => profileId === "codex");
    expect(codex?.broken[0]).toMatchObject({ rule: "description", outcome: "failed", place: { line: 1 } });
    expect(lab.store.getState().drafts.size).toBe(0);
    const whole = await look(lab, greet, "---\nname: greet\ndescription: Hello\n---\n");
    expect(whole.standings?.flatMap(({ label, broken }) => broken.map(({ rule }) => [label, rule]))).toEqual([
      ["GenCode", "catalog"],
      ["GenCode", "by-model"],
      ["Cline", "body"],
      ["Crush", "by-person"],
    ]);
  });

  test("a name that another skill has, or another than the folder's, is told by who minds it", async () => {
    const lab = await page.openSkill(greetText);
    await lab.actions.makeSkill("aloha", "Hello");
    const looked = await look(lab, greet, "---\nname: aloha\ndescription: Hello\n---\n");
    expect(kinds(looked)).toMatchObject({
      keen: "shadowed",
      "keen-rfc": "loaded",
      "claude-code": "loaded",
      codex: "renamed",
    });
    expect(looked.standings?.find(({ profileId }) => profileId === "keen")?.broken[0]).toMatchObject({
      rule: "name-taken",
      place: { path: "/workspace/.agents/skills/aloha/SKILL.md" },
    });
  });

  test("a problem that a text can mend comes with that text", async () => {
    const lab = await page.openSkill(greetText);
    const { problems } = await look(lab, greet, "---\nname: greet\ndescription: Use: it\n---\n");
    expect(problems).toMatchObject([{ notice: { code: "yaml", line: 3 } }]);
    const [fix] = problems.flatMap((problem) => ("fixes" in problem ? problem.fixes : []));
    expect(fix?.text).toBe('---\nname: greet\ndescription: "Use: it"\n---\n');
    expect((await look(lab, greet, fix?.text ?? "")).problems).toEqual([]);
  });

  test("links that lead nowhere are told of, also in a file beside the SKILL.md, and of no file elsewhere", async () => {
    const lab = await page.openSkill(greetText);
    const links = "[a](docs/a.md), [b](docs/b.md), `scripts/c.py` and [d](https://d.example/d.md)\n";
    await lab.actions.makeFile(`${greet.replace("SKILL.md", "docs/A.md")}`, "a");
    const { problems } = await look(lab, greet, `---\nname: greet\ndescription: Hello\n---\n\n${links}`);
    expect(problems).toEqual([
      { link: { line: 6, says: expect.stringMatching(/^docs\/a\.md is called .*docs\/A\.md here\. On Linux/) } },
      { link: { line: 6, says: expect.stringMatching(/^docs\/b\.md is not there\. The model looks/) } },
      { link: { line: 6, says: expect.stringMatching(/^scripts\/c\.py is not there\./) } },
    ]);
    const beside = await look(lab, greet.replace("SKILL.md", "docs/A.md"), "[e](e.md)");
    expect(beside.problems).toEqual([{ link: { line: 1, says: expect.stringMatching(/^e\.md is not there/) } }]);
    await lab.actions.makeFile("/workspace/notes.md", "x");
    expect((await look(lab, "/workspace/notes.md", "[e](e.md)")).problems).toEqual([]);
  });

  test("what no harness takes for a skill has no standing; a state file has its problems", async () => {
    const lab = await page.openSkill(greetText);
    await lab.actions.makeFile("/workspace/notes.md", "x");
    expect(await look(lab, "/workspace/notes.md", "---\n: {\n")).toEqual({ problems: [], standings: [] });
    const states = "/home/user/.keen/skills/config.json";
    await lab.actions.makeFile(states, "{}");
    const { problems, standings } = await look(lab, states, '{ "is_enabled"');
    expect(problems).toMatchObject([{ notice: { code: "state-file-ignored" } }]);
    expect(standings).toEqual([]);
  });

  test("a harness that has the file as a plugin's, or behind a link, judges it there, and a change of harness goes there", async () => {
    const own = '"source": "./", "strict": false, "skills": ["./skills';
    const plugins = `{"name": "one", ${own}/greet"]}, {"name": "two", ${own}/other"]}`;
    const other = greetText.replace("greet", "other");
    const linked = { path: ".agents/skills", mode: snapshotMode.link, bytes: new TextEncoder().encode("../skills") };
    const zip = await writeZip([
      textEntry(".claude-plugin/marketplace.json", `{"name": "m", "owner": {"name": "o"}, "plugins": [${plugins}]}`),
      textEntry("skills/greet/SKILL.md", greetText),
      textEntry("skills/other/SKILL.md", other),
      linked,
    ]);
    const files = [{ path: "kit.zip", file: new File([zip], "kit.zip") }];
    const lab = page.open({ own: true, incoming: { kind: "upload", name: "kit", files } });
    await until(lab, ({ phase }) => phase.kind === "ready");
    const locationOf = (name: string) =>
      lab.store.getState().view.discovery.skills.find(({ location }) => location.endsWith(`/${name}/SKILL.md`))
        ?.location ?? "";
    await lab.actions.chooseWay("as-installed");
    await lab.actions.chooseProfile("claude-code");
    const inPlugin = locationOf("other");
    expect(inPlugin).toContain("/plugins/cache/m/two/");
    expect(kinds(await look(lab, inPlugin, other))).toMatchObject({ keen: "loaded", "claude-code": "renamed" });
    lab.actions.openFile(inPlugin);
    await lab.actions.chooseProfile("keen");
    await lab.actions.chooseProfile("claude-code");
    expect(openPaths(lab.store.getState().selection)).toEqual([inPlugin]);
    await lab.actions.chooseWay("as-it-lies");
    await lab.actions.chooseProfile("keen");
    const behindLink = locationOf("other");
    expect(behindLink).toBe("/workspace/.agents/skills/other/SKILL.md");
    for (const path of [behindLink, "/workspace/skills/other/SKILL.md"])
      expect(kinds(await look(lab, path, other))).toMatchObject({ keen: "loaded" });
  });

  test("nothing is told of a text that is not wanted any more", async () => {
    const lab = await page.openSkill(greetText);
    const leaving = new AbortController();
    const looking = look(lab, greet, "x", leaving.signal);
    leaving.abort();
    expect(await looking).toEqual({ problems: [], standings: undefined });
  });
});
