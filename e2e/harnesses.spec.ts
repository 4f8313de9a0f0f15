import type { Locator } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { findings, findingsInBothSizes } from "./findings.ts";
import { expect, type Lab, repository, test } from "./lab.ts";

const found = [
  {
    harness: "Keen Code",
    root: "/workspace/.agents/skills",
    loaded: ["123", "front-name", "zip-tools"],
    lost: {
      broken: "not valid YAML",
      "no-name": "lacks a name",
      plain: "No frontmatter",
    },
  },
  {
    harness: "Keen RFC",
    root: "/workspace/.agents/skills",
    loaded: ["folder-name", "no-name", "number", "plain", "zip-tools"],
    lost: { broken: "not valid YAML" },
  },
  {
    harness: "GenCode",
    root: "/workspace/.gen/skills",
    loaded: ["123", "front-name", "no-name", "plain", "zip-tools"],
    lost: { broken: "not valid YAML" },
  },
  {
    harness: "ak-coder",
    root: "/workspace/.ak-coder/skills",
    loaded: ["broken", "front-name", "no-name", "123", "plain", "zip-tools"],
    lost: {},
  },
  {
    harness: "Kodelet",
    root: "/workspace/.kodelet/skills",
    loaded: ["front-name", "zip-tools"],
    lost: { broken: "not valid YAML", number: "lacks a name" },
  },
  {
    harness: "Agent Skills",
    root: "/workspace/.agents/skills",
    loaded: ["front-name", "123", "zip-tools"],
    lost: { broken: "not valid YAML", plain: "No frontmatter" },
  },
  {
    harness: "Claude Code",
    root: "/workspace/.claude/skills",
    loaded: ["broken", "folder-name", "no-name", "number", "plain", "zip-tools"],
    lost: {},
  },
  {
    harness: "Codex",
    root: "/workspace/.agents/skills",
    loaded: ["123", "broken", "front-name", "no-name", "zip-tools"],
    lost: { plain: "No frontmatter" },
  },
] as const;

// Conformance cases test what each harness finds; this tests that choosing one harness after another shows each one's own result.
test("each harness finds its own in a repository that is made for none", { tag: "@smoke" }, async ({ lab }) => {
  await lab.visit("acme/various");
  for (const { harness, root, loaded, lost } of found) {
    await choose(lab, harness);
    await expect(names(lab.loaded), harness).toHaveText(loaded);
    for (const [name, reason] of Object.entries(lost)) {
      const why = lab.page.getByRole("button", { name: `Why? ${name}`, exact: true });
      await expect(skillsPanel(lab).getByRole("listitem").filter({ has: why }), harness).toContainText(reason);
    }
    await unfold(lab, loaded.at(-1) ?? "");
    await expect(skillsPanel(lab), harness).toContainText(root);
    const hasStates = harness !== "ak-coder";
    const rows = skillsPanel(lab).getByRole("listitem");
    if (!hasStates) await expect(rows.getByRole("switch").or(rows.getByRole("radio"))).toHaveCount(0);
    // Of two skills with the same name the first is installed.
    const second = "zip-tools is not installed: another skill has /workspace/";
    if (harness !== "GenCode") continue;
    await lab.showProblems();
    await expect(lab.problems).toContainText(second);
    await lab.problems.getByRole("button", { name: /^Problems/ }).click();
  }
});

test("a harness that walks the whole project has a repository of skills opened as the project", async ({ lab }) => {
  const source = repository("acme/various").replace(/\.git$/, "");
  await lab.page.goto(`/git/${encodeURIComponent(source)}?profile=ak-coder`);
  await lab.skill("front-name").getByRole("button").first().click();
  await expect(skillsPanel(lab)).toContainText("/workspace/skills/folder-name/SKILL.md");
  // None of the skills lies where the next harness looks; installing them is offered.
  await choose(lab, "Kodelet");
  await lab.page.getByRole("button", { name: "Install all 7" }).click();
  await expect(names(lab.loaded)).toHaveText(["front-name", "zip-tools"]);
});

test("Keen Code has a switch a skill and a command, both for the same file", async ({ lab }) => {
  await openUnder(lab, "Keen Code");
  await unfold(lab, "front-name");
  await lab.page.getByRole("switch", { name: "Enable front-name" }).click();
  await expect(off(lab)).toContainText("front-name");
  const config = "/home/user/.keen/skills/config.json";
  expect(await fileText(lab, config)).toBe('{\n  "is_enabled": {\n    "front-name": false\n  }\n}');

  await reload(lab);
  await expect(off(lab)).toContainText("front-name");
  await lab.page.getByRole("button", { name: "Conversation" }).click();
  await lab.say("/skills front-name enable");
  await expect(lab.conversation).toContainText('✓ Skill "front-name" enabled');
  await expect(lab.skill("front-name")).toBeVisible();
  expect(await fileText(lab, config)).toContain('"front-name": true');
});

test("GenCode has three states in its own words, set by keyboard without losing the place", async ({ lab }) => {
  await openUnder(lab, "GenCode");
  await unfold(lab, "zip-tools");
  const group = lab.page.getByRole("group", { name: "State of zip-tools" });
  await expect(group.getByRole("radio", { name: "enable" })).toBeChecked();
  await expect(lab.context).not.toContainText("- zip-tools: Packs");

  await group.getByRole("radio", { name: "enable" }).focus();
  await lab.page.keyboard.press("ArrowRight");
  await expect(group.getByRole("radio", { name: "active" })).toBeFocused();
  await expect(lab.context).toContainText("- zip-tools: Packs and unpacks.");
  // The catalog contains it, so it comes before the skills outside the catalog.
  await expect(names(lab.loaded).first()).toHaveText("zip-tools");
  await expect(group.getByRole("radio", { name: "active" })).toBeFocused();

  // The arrow key wraps around to "disable", which moves the row to the list of skills that are off.
  await lab.page.keyboard.press("ArrowRight");
  await expect(off(lab)).toContainText("zip-tools");
  await expect(group.getByRole("radio", { name: "disable" })).toBeFocused();
  await lab.page.keyboard.press("ArrowLeft");
  await expect(group.getByRole("radio", { name: "active" })).toBeFocused();
  expect(await fileText(lab, "/workspace/.gen/skills.json")).toBe(
    '{\n  "skills": {\n    "zip-tools": "active"\n  }\n}',
  );
  expect(await findings(skillsPanel(lab))).toEqual([]);

  await reload(lab);
  await expect(names(lab.loaded).first()).toHaveText("zip-tools");
  await lab.page.getByRole("button", { name: "Conversation" }).click();
  await lab.say("/skills");
  await expect(lab.conversation).toContainText(/● zip-tools/);
  await expect(lab.conversation).toContainText(/◐ front-name/);
});

test("GenCode goes by what it has in hand, until it is reloaded from its files", async ({ lab }) => {
  await openUnder(lab, "GenCode");
  await place(lab, "acme/various", "Install skills in the home folder");
  await lab.page.getByRole("button", { name: "Add a source" }).click();
  await lab.source.fill(repository("acme/states"));
  await lab.source.press("Enter");
  // The project's state file turns the skill off.
  await expect(off(lab)).toContainText("zip-tools");

  await off(lab).getByRole("button").first().click();
  await lab.page.getByRole("radio", { name: "active" }).click();
  await expect(names(lab.loaded).first()).toHaveText("zip-tools");
  await expect(skillsPanel(lab)).toContainText("Files changed, not reloaded yet");
  expect(await fileText(lab, "/home/user/.gen/skills.json")).toContain('"zip-tools": "active"');

  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(skillsPanel(lab)).not.toContainText("Files changed, not reloaded");
  await expect(off(lab)).toContainText("zip-tools");
});

test("Kodelet's switch at start turns all off, is kept, and is offered under no other harness; a click writes its configuration, and starts it anew", async ({
  lab,
}) => {
  await openUnder(lab, "Kodelet");
  const launch = lab.page.getByRole("checkbox", { name: "Start with --no-skills" });
  await launch.check();
  await expect(skillsPanel(lab)).toContainText("because it was started with --no-skills");
  await expect(off(lab).getByRole("listitem")).toHaveCount(2);
  await off(lab).getByRole("button").first().click();
  await expect(lab.page.getByRole("switch", { name: "Enable front-name" })).toBeDisabled();

  await reload(lab);
  await expect(skillsPanel(lab)).toContainText("because it was started with --no-skills");
  await choose(lab, "Keen Code");
  await expect(launch).toHaveCount(0);
  await expect(lab.skill("zip-tools")).toBeVisible();
  await choose(lab, "Kodelet");
  await launch.uncheck();
  await expect(names(lab.loaded)).toHaveText(["front-name", "zip-tools"]);

  await expect(lab.context).toContainText("### zip-tools");
  await unfold(lab, "zip-tools");
  await lab.page.getByRole("switch", { name: "Enable zip-tools" }).click();
  await expect(off(lab)).toContainText("zip-tools");
  await expect(lab.context).not.toContainText("### zip-tools");
  const config = "/workspace/kodelet-config.yaml";
  expect(await fileText(lab, config)).toBe("skills:\n  enabled: true\n  allowed:\n    - front-name");

  await unfold(lab, "front-name");
  await lab.page.getByRole("switch", { name: "Enable front-name" }).click();
  await expect(skillsPanel(lab)).toContainText("Kodelet loads no skills because skills.enabled in");
  await expect(lab.context).toContainText("Skills are currently not available.");
  expect(await findings(skillsPanel(lab))).toEqual([]);

  await lab.page.getByRole("switch", { name: "Enable front-name" }).click();
  await expect(lab.skill("front-name")).toBeVisible();
  await expect(skillsPanel(lab)).not.toContainText("loads no skills");
});

test("the facts of every harness are told from its rules, with their evidence, and can be read from the first page", async ({
  lab,
}) => {
  await lab.page.goto("/try/first-look?profile=gencode&view=facts");
  const dialog = lab.page.getByRole("dialog", { name: "Harness rules: GenCode" });
  await expect(dialog).toContainText("./.gen/skills");
  await expect(dialog).toContainText("It calls Skill(skill, args).");
  const row = dialog.getByRole("row").filter({ hasText: "Eight search paths" });
  await expect(row.getByRole("cell").first()).toContainText("Search Paths (Priority Order)");
  await expect(row.getByRole("cell").last()).toContainText("Does not read .claude/plugins");
  expect(await findingsInBothSizes(lab.page)).toEqual([]);

  await lab.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await choose(lab, "Kodelet");
  await lab.page.getByRole("button", { name: "Harness rules" }).focus();
  await lab.page.keyboard.press("Enter");
  await expect(lab.page.getByRole("dialog", { name: "Harness rules: Kodelet" })).toContainText("--no-skills");
  await lab.page.keyboard.press("Escape");
  await expect(lab.page.getByRole("button", { name: "Harness rules" })).toBeFocused();

  await lab.page.goto("/");
  for (const { harness } of found) {
    const link = lab.page.getByRole("link", { name: `Rules of ${harness}` });
    await expect(link).toHaveAttribute("href", /view=facts/);
  }
  await lab.page.getByRole("link", { name: "Rules of Kodelet" }).click();
  await expect(lab.page.getByRole("dialog", { name: "Harness rules: Kodelet" })).toBeVisible();
  expect(lab.page.url()).toContain(`${addresses.app}/try/`);
});

async function openUnder(lab: Lab, harness: string): Promise<void> {
  await lab.visit("acme/various");
  await expect(lab.skill("front-name")).toBeVisible();
  await choose(lab, harness);
}

async function choose({ page }: Lab, harness: string): Promise<void> {
  await page.getByRole("combobox", { name: "Harness" }).selectOption({ label: harness });
}

async function place({ page }: Lab, source: string, label: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).getByRole("button").click();
  await page.getByRole("combobox", { name: `Place ${source}` }).selectOption({ label });
  await page.keyboard.press("Escape");
}

function skillsPanel({ page }: Lab): Locator {
  return page.getByRole("region", { name: "Skills", exact: true });
}

function off({ page }: Lab): Locator {
  return page.getByRole("list", { name: "Skills that are off" });
}

/** The names of the skills in a list, in order. */
function names(list: Locator): Locator {
  return list.getByRole("listitem").locator("[class*=name]");
}

/** Unfolds a loaded skill's details, where its state is set; they may still be unfolded from another harness. */
async function unfold(lab: Lab, name: string): Promise<void> {
  const row = lab.skill(name).getByRole("button").first();
  if ((await row.getAttribute("aria-expanded")) !== "true") await row.click();
}

/** The exact text of a file, without its final newline, as the viewer shows it; opened through the file tree. */
async function fileText(lab: Lab, path: string): Promise<string> {
  const row = (at: string) => lab.files.getByTitle(at, { exact: true });
  const root = path.startsWith("/workspace/") ? "/workspace" : "/home/user";
  const below = path.slice(root.length + 1).split("/");
  for (let depth = 0; depth < below.length; depth++) {
    const folder = row([root, ...below.slice(0, depth)].join("/"));
    if ((await folder.getAttribute("aria-expanded")) === "false") await folder.click();
  }
  await row(path).click();
  const source = lab.file.getByRole("region", { name: `Source of ${path}` });
  await expect(source).toBeVisible();
  return (await source.locator("[data-line] code").allTextContents()).join("").replace(/\n$/, "");
}

async function reload(lab: Lab): Promise<void> {
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
}
