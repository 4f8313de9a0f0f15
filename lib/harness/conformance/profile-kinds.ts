import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { renderCatalog } from "../catalog.ts";
import { completeLine } from "../complete-line.ts";
import { discover } from "../discover.ts";
import { parseJsonObject } from "../go-json.ts";
import { guard } from "../guard.ts";
import { interpretLine } from "../interpret-line.ts";
import type { Candidate, Discovery, Place, Session, Skill } from "../model.ts";
import type { Profile } from "../profile.ts";
import { readSkill } from "../read-skill.ts";
import { reloadsOn } from "../reload.ts";
import { placePath } from "../roots.ts";
import { readStates, readSwitches } from "../states.ts";
import { substitute } from "../substitute.ts";
import type { CaseInput } from "./case.ts";
import type { Disk } from "./disk.ts";

/** A case ready to run. */
export interface Run {
  readonly input: CaseInput;
  readonly disk: Disk;
}

/** What is done in a case of one kind; the result is held against what the case expects. */
export type Kind = (run: Run) => unknown;
export type Kinds = Readonly<Record<string, Kind>>;

/** The kinds that every harness has, by its profile's rules. */
export function profileKinds(profile: Profile): Kinds {
  return {
    discover: (run) => discoverCase(forCase(profile, run), run),
    parse: (run) => parseCase(profile, run),
    catalog: (run) => catalogCase(forCase(profile, run), run),
    substitute: ({ input }) => ({ text: substitute(profile.substitution, input.body, input.args) }),
    invoke: (run) => invokeCase(forCase(profile, run), run),
    state: (run) => stateCase(forCase(profile, run), run),
    guard: (run) => guardCase(profile, run),
  };
}

/** A case names the folder of product-provided skills, or the product provides none. */
function forCase(profile: Profile, { input }: Run): Profile {
  const roots = profile.roots
    .filter(({ isBundled }) => !isBundled || input.bundledDir)
    .map((root) => (root.isBundled ? { ...root, path: input.bundledDir } : root));
  return { ...profile, roots };
}

function discoverCase(profile: Profile, { input, disk }: Run) {
  const { candidates, skills, warnings } = discover(profile, disk.files(), input);
  const discovered = candidates
    .filter(isDiscovered)
    .map(({ folder, location }) => ({ name: folder, description: folder, location }));
  return {
    skills,
    names: skills.map(({ name }) => name),
    discovered,
    discoveredNames: discovered.map(({ name }) => name),
    warnings,
  };
}

/** Whether it stands before its file is read: folders are settled by then, names are not. */
function isDiscovered({ outcome }: Candidate): boolean {
  return outcome.kind !== "outside" && !(outcome.kind === "shadowed" && outcome.rule === "folder");
}

function parseCase(profile: Profile, { input, disk }: Run) {
  const location = input.path;
  if (input.content !== undefined) disk.change({ [location]: input.content });
  const { skill, reasons } = readSkill(profile, disk.files(), { location, root: "" });
  return { ok: skill !== undefined, error: skill ? null : reasons[0], ...skill };
}

function catalogCase(profile: Profile, { input, disk }: Run) {
  const before = disk.files();
  const discovery = discover(profile, before, input);
  const text = catalogText(profile, before, input, discovery);
  disk.change({ ...input.afterDiscovery, ...input.afterFirstBuild, ...input.afterReload });
  const after = disk.files();
  const rescans = input.afterReload !== undefined || reloadsOn(profile, "message");
  const textAfter = catalogText(profile, after, input, rescans ? discover(profile, after, input) : discovery);
  return { text, textAfter };
}

function catalogText(profile: Profile, files: Files, place: Place, discovery: Discovery): string {
  return renderCatalog(profile, discovery, readStates(profile, files, place, discovery)).text;
}

function invokeCase(profile: Profile, { input, disk }: Run) {
  const discovery = discover(profile, disk.files(), input);
  disk.change({ ...input.afterDiscovery, ...input.disk });
  const session: Session = { files: disk.files(), place: input, discovery };
  const completions = completeLine(profile, session, input.complete).map(({ insert }) => insert);
  const result = interpretLine(profile, session, input.line);
  const activated = result.kind === "invocation";
  return { activated, message: activated ? result.message : null, completions };
}

function stateCase(profile: Profile, { input, disk }: Run) {
  let discovery = discover(profile, disk.files(), input);
  disk.change({ ...input.afterDiscovery, ...input.disk });
  const outputs = input.commands.map((line) => {
    const result = interpretLine(profile, { files: disk.files(), place: input, discovery }, line);
    if (result.kind !== "command") return null;
    for (const { path, text } of result.writes) disk.change({ [path]: text });
    if (result.reload) discovery = discover(profile, disk.files(), input);
    return result.output;
  });
  const files = disk.files();
  const list = interpretLine(profile, { files, place: input, discovery }, listCommand(profile));
  const switches = readSwitches(profile, files, input);
  const fileText = stateFileText(profile, files, input);
  return {
    outputs,
    names: discovery.skills.map(({ name }) => name),
    enabled: Object.fromEntries(input.query.map((name) => [name, switches.get(name) ?? true])),
    fileText,
    fileJson: fileText === null ? null : parseJsonObject(fileText),
    catalog: catalogText(profile, files, input, discovery),
    list: list.kind === "command" ? list.output : null,
  };
}

function listCommand({ commands }: Profile): string {
  return commands.rules.find(({ does }) => does.kind === "list")?.words.join(" ") ?? "";
}

function stateFileText({ states }: Profile, files: Files, place: Place): string | null {
  return states.kind === "none" ? null : (readText(files, placePath(place, states.file)) ?? null);
}

function guardCase(profile: Profile, { input, disk }: Run) {
  const found = discover(profile, disk.files(), input);
  const discovery = input.allowlistRoots ? { ...found, skills: input.allowlistRoots.map(skillIn) } : found;
  return guard(profile, { place: input, discovery }, input.path, input.op);
}

function skillIn(directory: string): Skill {
  const name = basename(directory);
  return { name, description: name, location: `${directory}/SKILL.md`, directory, root: dirname(directory) };
}
