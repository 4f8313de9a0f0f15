import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import { withWrites } from "#lib/harness/rules/types/quick-fix.ts";
import type { Files } from "#lib/vfs/files.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { discover } from "./discover.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const encoder = new TextEncoder();

function skill(name: string, description = "d"): Uint8Array {
  return encoder.encode(`---\nname: ${name}\ndescription: ${description}\n---\n\nText.\n`);
}

test.each(profiles.map((profile) => [profile.label, profile] as const))(
  "%s finds on a rescan what changed since the first",
  (_, profile) => {
    const root = installRoot(profile, place, "project");
    const volume = createVolume();
    const found = () => {
      // As after every change in the lab: a new table over the same volume.
      const files = createMountTable([{ at: "/", volume, from: "/", mountId: "own" }]);
      const { skills } = discover(profile, files, place);
      return skills.map(({ name, description }) => `${name}: ${description}`).sort();
    };
    expect(found()).toEqual([]);
    volume.write(`${root}/one/SKILL.md`, skill("one"));
    expect(found()).toEqual(["one: d"]);
    volume.write(`${root}/one/SKILL.md`, skill("one", "changed"));
    expect(found()).toEqual(["one: changed"]);
    volume.makeFolder(`${root}/two`);
    expect(found()).toEqual(["one: changed"]);
    volume.write(`${root}/two/SKILL.md`, skill("two"));
    expect(found()).toEqual(["one: changed", "two: d"]);
    volume.remove(`${root}/one/SKILL.md`);
    expect(found()).toEqual(["two: d"]);
  },
);

test("texts written over a tree are read in place of its files", () => {
  const [profile] = profiles;
  if (!profile) throw new Error("No harness, no skills.");
  const location = `${installRoot(profile, place, "project")}/one/SKILL.md`;
  const volume = createVolume();
  volume.write(location, skill("one"));
  const described = (files: Files) => discover(profile, files, place).skills.map(({ description }) => description);
  expect(described(volume)).toEqual(["d"]);
  const text = new TextDecoder().decode(skill("one", "changed"));
  expect(described(withWrites(volume, [{ path: location, text }]))).toEqual(["changed"]);
  expect(described(volume)).toEqual(["d"]);
});

test("a rescan looks at the target of a link again", () => {
  const profile = profiles.find(({ scan }) => scan.follows.folders && scan.depth === "one-level");
  if (!profile) throw new Error("No harness follows links.");
  const root = installRoot(profile, place, "project");
  const volume = createVolume();
  volume.makeFolder("/elsewhere");
  volume.link(`${root}/one`, "/elsewhere");
  const found = () => {
    const files = createMountTable([{ at: "/", volume, from: "/", mountId: "own" }]);
    return discover(profile, files, place).skills.length;
  };
  expect(found()).toBe(0);
  volume.write("/elsewhere/SKILL.md", skill("one"));
  expect(found()).toBe(1);
});

test("a rescan reads the lines of an ignore file again", () => {
  const profile = profiles.find(({ scan }) => scan.ignoreFiles);
  const [ignoreFile] = profile?.scan.ignoreFiles ?? [];
  if (!profile || !ignoreFile) throw new Error("No harness follows ignore files.");
  const root = installRoot(profile, place, "project");
  const volume = createVolume();
  const found = (...lines: readonly string[]) => {
    volume.write(`${root}/${ignoreFile}`, encoder.encode(lines.join("\n")));
    const files = createMountTable([{ at: "/", volume, from: "/", mountId: "own" }]);
    return discover(profile, files, place).skills.map(({ name }) => name);
  };
  volume.write(`${root}/group/one/SKILL.md`, skill("one"));
  volume.write(`${root}/two/SKILL.md`, skill("two"));
  expect(found()).toEqual(["one", "two"]);
  expect(found("ONE")).toEqual(["two"]);
  expect(found("group/*", "!/group/one")).toEqual(["one", "two"]);
  expect(found("*", "!two")).toEqual([]);
});

test("what a skill's policy says is worked out once, and anew when it changes", () => {
  const codex = profiles.find(({ id }) => id === "codex");
  if (!codex) throw new Error("There is no Codex.");
  const root = installRoot(codex, place, "project");
  const volume = createVolume();
  const policy = (index: number, allows: boolean) =>
    encoder.encode(
      `x: [${"a,".repeat(900)}a]\n# ${index} ${"-".repeat(25_000)}\npolicy:\n  allow_implicit_invocation: ${allows}\n`,
    );
  for (let index = 0; index < 30; index++) {
    volume.write(`${root}/s${index}/SKILL.md`, skill(`s${index}`));
    volume.write(`${root}/s${index}/agents/openai.yaml`, policy(index, index > 0));
  }
  const hidden = () =>
    discover(codex, volume, place)
      .skills.filter(({ hiddenFrom }) => hiddenFrom)
      .map(({ name }) => name);
  expect(hidden()).toEqual(["s0"]);
  const start = performance.now();
  for (let look = 0; look < 60; look++) hidden();
  // If everything were parsed at each look, this would take ten seconds or more.
  expect(performance.now() - start).toBeLessThan(4_000);
  volume.write(`${root}/s0/agents/openai.yaml`, policy(0, true));
  volume.write(`${root}/s7/agents/openai.yaml`, policy(7, false));
  expect(hidden()).toEqual(["s7"]);
});
