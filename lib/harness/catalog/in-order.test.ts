import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { renderCatalog } from "./catalog.ts";
import { catalogNotices } from "./catalog-notices.ts";

const profile = profileById("copilot-cli");
const place = { cwd: "/work/app", home: "/home/dev" };

/** The catalog of skills `s00`, `s01` … with descriptions of these lengths. */
function catalogOf(...lengths: readonly number[]) {
  const files = lengths.map((length, index) => {
    const name = `s${String(index).padStart(2, "0")}`;
    return [
      `/work/app/.github/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${"x".repeat(length)}\n---\n`,
    ];
  });
  return renderCatalog(profile, loadSession(profile, textFiles(Object.fromEntries(files)), place));
}

/** The text of a row around its description. */
const around = "<skill>\n  <name>s00</name>\n  <description></description>\n  <location>project</location>\n</skill>"
  .length;

test("rows are whole up to the limit to the character, and the skills behind it keep their names", () => {
  const most = 15_000 - 14 * (around + 1 + 900) - around;
  const whole = catalogOf(...Array.from({ length: 14 }, () => 900), most);
  expect(whole.text).not.toContain("Additional skills");
  expect(whole.budget).toMatchObject({ limit: 15_000, used: 15_000, needed: 15_000 });
  const over = catalogOf(...Array.from({ length: 14 }, () => 900), most + 1, 10);
  expect(over.text).toContain("</skill>\nAdditional skills available (invoke by name): s14, s15\n</available_skills>");
  expect(over.rows.map(({ cut }) => cut?.told ?? "all").slice(-3)).toEqual(["all", 0, 0]);
  for (const { skill, start, end } of over.rows) expect(over.text.slice(start, end)).toContain(skill);
  expect(over.rows.slice(-2).map(({ start, end }) => over.text.slice(start, end))).toEqual(["s14", "s15"]);
  expect(over).not.toHaveProperty("leftOut");
});

test("what is told by name alone is a finding, with the room in words", () => {
  const [notice] = catalogNotices(catalogOf(...Array.from({ length: 20 }, () => 1000)));
  expect(notice).toMatchObject({ code: "catalog-budget", data: { all: 20, named: 7, leftOut: 0 } });
  expect(JSON.stringify(notice)).toContain("15,000 characters, whatever the window");
});

test("names follow up to the limit of their line to the character, then how many there are beside the program's own", () => {
  const prefix = "Additional skills available (invoke by name): ";
  const count = 1_100;
  const { text, leftOut = [], rows } = catalogOf(...Array.from({ length: count }, () => 1_000));
  const [told = "", more = ""] = text.slice(text.indexOf(prefix)).split("... and ");
  expect(5_000 - told.length).toBeLessThan("s000, ".length);
  expect(more).toBe(`${leftOut.length + 2} more\n</available_skills>`);
  expect(rows.length + leftOut.length).toBe(count);
  expect(rows.at(-1)).toMatchObject({ end: text.indexOf("... and") });
});
