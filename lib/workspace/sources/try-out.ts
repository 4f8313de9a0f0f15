import { askFor, sampleRequest } from "#lib/chat/sample-request.ts";
import type { Editing } from "#lib/editing/editing.ts";
import { callOf, nameOf } from "#lib/harness/invocation/elsewhere.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { place } from "#lib/stage/place.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Selected } from "#lib/tree/selected.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { walkFiles } from "#lib/vfs/files.ts";
import { isSameFile } from "#lib/vfs/mount-table.ts";
import { basename, dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { type InstallNeeds, install, tellInstalled } from "./installing.ts";

interface TryOutNeeds extends InstallNeeds {
  readonly selected: Selected;
  readonly editing: Editing;
  readonly composer: Composer;
}

export interface TryOutVerb {
  /**
   * Installs a skill that is outside the harness's folders, as this harness's installer would, selects it, and puts a
   * line that uses it into the message box; `undoMount` removes it again. A skill that is already loaded is only
   * selected and put into the line.
   * @param location of its SKILL.md
   * @param said the line that asked for the skill; its text after the skill's name is reused in the new line
   */
  tryOut(location: string, said?: string): Promise<void>;
}

export function tryOutVerb(needs: TryOutNeeds): TryOutVerb {
  return { tryOut: needs.keeping.changing((location, said) => tryOut(needs, location, said)) };
}

async function tryOut(needs: TryOutNeeds, location: string, said?: string): Promise<void> {
  const { skills: loaded, candidates } = needs.harness.state().view.discovery;
  const known = loaded.find((each) => each.location === location);
  if (known) return startWith(needs, known, said);
  const found = needs.tree.table().locate(location);
  const candidate = candidates.find((each) => each.location === location);
  const mount = needs.tree.mountOf(found?.mountId ?? "");
  if (!found || !candidate) return;
  const name = nameOf(candidate);
  const at = mount ? found : await copyIntoRoot(needs, location, name);
  if (mount) await install(needs, mount, [found.path], name);
  const { skills } = needs.harness.state().view.discovery;
  const skill = skills.find((each) => isSameFile(needs.tree.table().locate(each.location), at));
  if (skill) startWith(needs, skill, said);
  else followTo(needs, at);
}

/** The most files that are copied as one skill; a larger folder is reported, as it is hardly one. */
const mostCopied = 500;

/**
 * Copies a skill of the workspace's own files into the folder where the harness installs skills, unless the place is
 * taken; `undoMount` removes the copy. Resolves to the location of the copied SKILL.md.
 */
async function copyIntoRoot(needs: TryOutNeeds, location: string, name: string) {
  const { files } = needs.tree.state();
  const from = dirname(location);
  const to = joinPath(installRoot(needs.harness.profile(), place, "project"), basename(from));
  const copy = joinPath(to, basename(location));
  if (!files.lstat(to)) {
    const beside = [...walkFiles(files, from)].flatMap(({ path, kind }) =>
      kind === "file" && path !== location ? [path] : [],
    );
    const edits = [location, ...beside].slice(0, mostCopied).map((path) => {
      const bytes = files.read(path) ?? new Uint8Array();
      return { path: joinPath(to, relativePath(from, path)), bytes, executable: files.stat(path)?.executable ?? false };
    });
    await needs.editing.writeBytes(edits, { cause: "load" });
    needs.activity.offerUndo(() => {
      const now = needs.tree.state().files;
      // What the person has changed since stays.
      const untouched = edits.filter(({ path, bytes }) => isSameBytes(now.read(path), bytes));
      const gone = untouched.map(({ path }) => ({ path, bytes: null }));
      const emptied = new Set(gone.map(({ path }) => dirname(path)));
      return needs.editing.writeBytes(gone, { cause: "load", emptied });
    });
    const left = beside.length + 1 - edits.length;
    tellInstalled(needs.activity, {
      label: name,
      as: "skill",
      files: edits.length,
      ...(left > 0 && { leftFiles: left }),
    });
  }
  return needs.tree.table().locate(copy) ?? { mountId: "", path: copy };
}

/** Puts a line that uses the skill into the message box: in the harness's syntax for calling skills, or else naming it in words. */
function startWith(needs: TryOutNeeds, skill: Skill, said: string | undefined): void {
  const call = callOf(needs.harness.profile(), skill);
  const request = said === undefined ? sampleRequestFor(skill) : withoutCall(said);
  needs.composer.show(needs.composer.filledWith(call === undefined ? naming(skill, request) : `${call} ${request}`));
  needs.selected.choose(skill.location);
}

function naming(skill: Skill, request: string): string {
  const wish = request || askFor(skill);
  return wish.includes(skill.name) ? wish : `${wish.replace(/[^.?!]$/, "$&.")} Use the skill ${skill.name}.`;
}

function sampleRequestFor(skill: Skill): string {
  // A skill with an argument hint takes arguments, not a sentence.
  return (skill.argumentHint === undefined && sampleRequest(skill)) || "";
}

/** A line without the invocation at its beginning: `draw it` for `/figma draw it` and `$figma draw it`. */
function withoutCall(line: string): string {
  return line.trim().replace(/^(?:\/|\$)\S+\s*/, "");
}

/** Selects the skill at its new place. If the harness still does not load it, its row says why. */
function followTo(needs: TryOutNeeds, place: { readonly mountId: string; readonly path: string }): void {
  const { view } = needs.harness.state();
  const now = view.discovery.candidates.find((each) => isSameFile(needs.tree.table().locate(each.location), place));
  if (now) needs.selected.choose(now.location);
}
