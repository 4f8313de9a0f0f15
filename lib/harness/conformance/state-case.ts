import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import { parseJsonObject } from "#lib/harness/go/json.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { afterDiskChange, loadSession } from "#lib/harness/session.ts";
import { nextState, setState } from "#lib/harness/states/states.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import { placePath, type ScopedPath } from "#lib/harness/vocabulary/places.ts";
import { type Profile, reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import type { FileWrite, Session } from "#lib/harness/vocabulary/session.ts";
import type { SkillState, StateRules } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { type CaseInput, laterChanges } from "./case.ts";
import { sessionKeys } from "./describe-session.ts";
import type { Disk, Run } from "./run.ts";

/** Applies a case's changes to a running harness, in this order: disk, commands, settings, writes; then describes it. */
export function stateCase(profile: Profile, { input, disk }: Run) {
  const harness = startHarness(profile, { input, disk });
  disk.change(laterChanges(input));
  const outputs = input.commands.map(harness.type);
  const opResults = input.ops.map(harness.set);
  const written = input.writes.map(harness.write);
  if (input.reloadAfter) harness.reload();
  const session = harness.session();
  const keys = sessionKeys(profile, session, input);
  return {
    ...keys,
    outputs: [...outputs, ...written.map(({ output }) => output)],
    opResults,
    reloaded: written.map(({ reload }) => reload),
    ...fileKeys(profile, session),
    catalog: keys.text,
    list: outputOf(interpretLine(profile, session, listCommand(profile))),
  };
}

function startHarness(profile: Profile, { input, disk }: { input: CaseInput; disk: Disk }) {
  let running = loadSession(profile, disk.files(), input, input);
  const reload = () => {
    running = loadSession(profile, disk.files(), input, input);
  };
  const session = (): Session => {
    if (reloadsOn(profile, "message")) reload();
    return afterDiskChange(profile, running, disk.files(), input);
  };
  const change = (writes: readonly FileWrite[]) => {
    for (const { path, text } of writes) disk.change({ [path]: text });
  };
  return {
    session,
    reload,
    type(line: string): string | null {
      const result = interpretLine(profile, session(), line);
      if (result.kind !== "command") return null;
      change(result.writes);
      if (result.states) running = { ...running, states: result.states };
      if (result.reload || result.newChat) reload();
      return result.output;
    },
    set({ op, name, state, level }: CaseInput["ops"][number]): string {
      const skill = running.discovery.skills.find((each) => each.name === name);
      if (!skill) return `skill not found: ${name}`;
      const wanted =
        op === "cycle" ? nextState(profile, session().states.get(skill.location) ?? "off") : stateOf(profile, state);
      const changed = wanted && setState(profile, session(), { skill, state: wanted, file: fileOf(profile, level) });
      if (!changed) return `no such state: ${state}`;
      change(changed.writes);
      running = { ...running, states: changed.states };
      return "ok";
    },
    write({ tool: name, ...request }: CaseInput["writes"][number]): { output: string; reload: boolean } {
      const tool = profile.writeTools.tools.find((each) => each.name === name);
      const outcome = tool && runWriteTool(profile, session(), tool, request);
      if (outcome?.kind !== "written") return { output: outcome?.reason ?? `no tool ${name}`, reload: false };
      change([outcome.write]);
      if (outcome.reload) reload();
      return outcome;
    },
  };
}

function stateOf({ states }: Profile, word: string): SkillState | undefined {
  return (["off", "on", "named", "active"] as const).find((state) => {
    return word === (states.kind === "levels" ? states.words[state] : state);
  });
}

/** Index of the harness's state file that a case calls `project` or `user`. */
function fileOf({ states }: Profile, level: string): number {
  const scope = level === "user" ? "home" : "project";
  if (states.kind !== "levels") return 0;
  const index = states.files.findIndex((file) => file.scope === scope);
  return scope === "project" && states.writes !== undefined ? states.writes : Math.max(0, index);
}

function outputOf(result: LineResult): string | null {
  return result.kind === "command" ? result.output : null;
}

function listCommand({ commands }: Profile): string {
  return commands.rules.find(({ does }) => does.kind === "list")?.words.join(" ") ?? "";
}

function stateFile(states: StateRules, index: number): ScopedPath | undefined {
  if (states.kind === "levels") return states.files[index];
  return "file" in states ? states.file : undefined;
}

function fileKeys({ states }: Profile, { files, place }: Session) {
  const textOf = (index: number) => {
    const file = stateFile(states, index);
    return (file && readText(files, placePath(place, file))) ?? null;
  };
  const fileText = textOf(states.kind === "levels" ? (states.writes ?? 0) : 0);
  return {
    fileText,
    fileJson: fileText === null ? null : parseJsonObject(fileText),
    projectFile: fileText,
    userFile: textOf(1),
  };
}
