import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { evidenceOf } from "#lib/harness/evidence/evidence.ts";
import type { Files } from "#lib/vfs/files.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { guard } from "./access/guard.ts";
import { renderCatalog } from "./catalog/catalog.ts";
import { readCases, readInput } from "./conformance/case.ts";
import { createDisk } from "./conformance/run.ts";
import { discover } from "./discovery/discover.ts";
import { isReadInDiscovery } from "./discovery-files.ts";
import { completeLine } from "./invocation/complete-line.ts";
import { callOf } from "./invocation/elsewhere.ts";
import { interpretLine } from "./invocation/interpret-line.ts";
import { defaultProfile, profileById, profiles } from "./profiles.ts";
import { findRoots, installRoot } from "./roots/roots.ts";
import { loadSession } from "./session.ts";
import { setState, settableStates } from "./states/states.ts";
import { reloadsOn } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";
import { isUndocumented } from "./vocabulary/undocumented.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const noFiles = textFiles({});

function sessionWith(texts: Readonly<Record<string, string>>, profile = profileById("keen")): Session {
  return loadSession(profile, textFiles(texts), place);
}

const folder = new URL("conformance/cases/", import.meta.url);
const cases = readdirSync(folder)
  .flatMap((name) => readCases(readFileSync(new URL(name, folder), "utf8")))
  .flatMap((each) => (each.kind === "malformed" ? [] : each.conformanceCase));

/** `files`, which adds to `read` every path that is read without a link. */
function recorded(files: Files, read: Set<string>): Files {
  return {
    lstat: (path) => files.lstat(path),
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    read(path) {
      if (files.stat(path) && realPath(files, path) === path) read.add(path);
      return files.read(path);
    },
  };
}

describe.each(profiles.map((profile) => [profile.label, profile] as const))("%s", (_label, profile) => {
  const folder = `${installRoot(profile, place, "project")}/demo`;
  const text = "---\nname: demo\ndescription: Shows <how>\n---\nDo it with $1.\n";
  const session = sessionWith({ [`${folder}/SKILL.md`]: text, "/elsewhere/x/SKILL.md": text }, profile);

  test("takes what a person is told to type as a call of that skill, whatever the skill's name", () => {
    const texts = ["demo", "Shout", "snake_case", "two words", "ünïcode", "a:b"].map((name) => [
      `${folder}/../${name}/SKILL.md`,
      `---\nname: ${JSON.stringify(name)}\ndescription: Shows it.\nuser-invocable: true\n---\nDo it.\n`,
    ]);
    const loaded = sessionWith(Object.fromEntries(texts), profile);
    for (const skill of loaded.discovery.skills) {
      const call = callOf(profile, skill);
      if (call === undefined) continue;
      expect(interpretLine(profile, loaded, `${call} now`)).toMatchObject({ kind: "invocation", skill });
    }
  });

  test("is found by its id, has roots of both scopes' places and says where its rules come from", () => {
    expect(profileById(profile.id)).toBe(profile);
    const paths = finish(findRoots(profile, noFiles, place)).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(paths).size).toBe(paths.length);
    expect(evidenceOf(profile).length).toBeGreaterThan(0);
    for (const { claim, source } of evidenceOf(profile)) expect([claim, source]).not.toContain("");
    expect(reloadsOn(profile, "start")).toBe(true);
  });

  test("names no file to be read in discovery that a source on its way would not bring first", () => {
    const read = new Set<string>();
    for (const each of cases.filter(({ id }) => id.startsWith(`${profile.id}/`))) {
      loadSession(profile, recorded(createDisk(each).files(), read), readInput(each));
    }
    expect(read.size).toBeGreaterThan(0);
    expect([...read].filter((path) => !isReadInDiscovery(path))).toEqual([]);
  });

  test("tells the model nothing without skills", () => {
    const discovery = discover(profile, noFiles, place);
    expect(discovery).toEqual({ skills: [], candidates: [], placements: new Map(), warnings: [] });
    const catalog = renderCatalog(profile, { files: noFiles, place, discovery, states: new Map() });
    expect(catalog).toEqual({ channel: profile.catalog.delivery.channel, text: profile.catalog.empty, rows: [] });
  });

  test("loads a plain skill installed into its root and tells why another is left out", () => {
    expect(session.discovery.skills).toMatchObject([{ name: "demo", directory: folder }]);
    const [loaded, outside] = session.discovery.candidates;
    expect(loaded).toMatchObject({ outcome: { kind: "loaded" }, notices: [] });
    expect(outside).toMatchObject({ location: "/elsewhere/x/SKILL.md", outcome: { kind: "outside" } });
    expect(outside?.notices).toHaveLength(1);
  });

  test("marks the rows of its catalog exactly", () => {
    const states = new Map(session.discovery.skills.map(({ location }) => [location, profile.catalog.lists] as const));
    const catalog = renderCatalog(profile, { ...session, states });
    // If it is not documented what the model is told, nothing is invented.
    const isKnown = !isUndocumented(profile, "catalog");
    expect(catalog.rows).toHaveLength(isKnown ? 1 : 0);
    expect(catalog.undocumented ?? []).toEqual(isKnown ? [] : [...states.keys()]);
    for (const { skill, start, end } of catalog.rows) {
      expect(catalog.text.slice(start, end)).toContain(skill);
      const isDescribed = !/^[^{]*\{(?:colons:)?name\}[^{]*$/.test(profile.catalog.row);
      if (isDescribed) expect(catalog.text.slice(start, end)).toContain("Shows <how>".replace("<how>", ""));
    }
  });

  test("answers any line, any state and any path", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("/", "/skills", "/demo", "/demo $1 $&", "/skills list"),
    );
    fc.assert(
      fc.property(line, (typed) => {
        expect(["text", "invocation", "command"]).toContain(interpretLine(profile, session, typed).kind);
        for (const { insert } of completeLine(profile, session, typed)) expect(insert.startsWith(typed)).toBe(true);
        expect(["granted", "pending", "denied"]).toContain(guard(profile, session, typed, "read").permission);
      }),
    );
  });

  test("sets every state it has through its own files, and reads it back at its next start", () => {
    const [skill] = session.discovery.skills;
    for (const state of settableStates(profile)) {
      const change = skill && setState(profile, session, { skill, state });
      expect(change?.states.get(skill?.location ?? "")).toBe(state);
      const written = Object.fromEntries(change?.writes.map(({ path, text }) => [path, text ?? ""]) ?? []);
      const restarted = sessionWith({ [`${folder}/SKILL.md`]: text, ...written }, profile);
      expect([...restarted.states]).toEqual([[`${folder}/SKILL.md`, state]]);
    }
  });

  test("lets the model read a skill it has found, and nothing be done by an operation it does not know", () => {
    expect(guard(profile, session, `${folder}/SKILL.md`, "read").permission).toBe("granted");
    expect(guard(profile, session, `${folder}/SKILL.md`, "write").permission).not.toBe("granted");
    expect(guard(profile, session, `${folder}/SKILL.md`, "explode").permission).toBe("denied");
  });
});

test("an unknown profile is the default one", () => {
  expect(profileById("gone")).toBe(defaultProfile);
});
