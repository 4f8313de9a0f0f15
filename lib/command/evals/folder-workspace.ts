import type { ChatHost } from "#lib/chat/session.ts";
import { formatCount } from "#lib/format-count.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { place } from "#lib/stage/place.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";
import { harnessHost } from "#lib/workspace/conversation/chat-host.ts";
import { skillOfOwnName } from "#lib/workspace/experiments/skill-names.ts";
import { UsageError } from "../console.ts";
import { openUnder } from "../open-under.ts";
import { readFolder } from "../read-folder.ts";

/** A folder opened as in the lab, under one harness, so that a model can be asked about it. */
export interface FolderWorkspace {
  readonly host: Omit<ChatHost, "models">;
  readonly files: MountTable;
  /** The skills that the harness has loaded. */
  readonly skills: readonly Skill[];
  /** The catalog that the harness sends to the model. */
  readonly catalog: Catalog;
  /** Where the folder is mounted in the workspace. */
  readonly at: string;
}

/**
 * Opens a folder of the disk as the lab does: as the project if it has the harness's own folders, otherwise with its skills installed.
 * @throws FailureError for what the lab refuses: too many files, too large ones, bad names
 */
export async function openFolder(
  folder: string,
  profile: Profile,
  window: number | undefined,
): Promise<FolderWorkspace> {
  const { files, view, mount } = await openUnder(profile, await growTree(readFolder(folder).snapshot, {}), { window });
  const { discovery, states, whyOff, catalog } = view;
  const session = { files, place, discovery, states, whyOff };
  // The model is told of the write tools, but no tool runs here, so they never write.
  const writeTools = () => profile.writeTools.tools.map(({ kind, name }) => ({ kind, name, run: refuseToWrite }));
  const host = harnessHost({ profile: () => profile, session: () => session, catalog: () => catalog }, writeTools);
  return { host, files, skills: discovery.skills, catalog, at: mount.at };
}

function refuseToWrite(): Promise<never> {
  return Promise.reject(new Error("Nothing is written here."));
}

/** Most names in a sentence. */
const mostShown = 12;

/** The skill that a person means: by the harness's name for it, or by its author's, or its file's. @throws UsageError if there is none */
export function namedSkill(skills: readonly Skill[], name: string): Skill {
  const found = skills.find((skill) => skill.name === name) ?? skillOfOwnName(skills, name);
  if (found) return found;
  if (skills.length === 0) throw new UsageError(`No skill ${name} is loaded, nor any other.`);
  const shown = skills.slice(0, mostShown).map((skill) => skill.name);
  const more = skills.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(", ");
  throw new UsageError(`No skill ${name} is loaded. These are: ${list}.`);
}
