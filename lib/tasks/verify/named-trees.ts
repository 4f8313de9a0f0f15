import type { Tree } from "./tree.ts";
import { accessTrees } from "./trees/access.ts";
import { bodyTrees } from "./trees/bodies.ts";
import { callTrees } from "./trees/calls.ts";
import { argumentNameTrees } from "./trees/claude-code/argument-names.ts";
import { commandFileTrees } from "./trees/claude-code/command-files.ts";
import { folderPluginTrees } from "./trees/claude-code/folder-plugins.ts";
import { newsTrees } from "./trees/claude-code/news.ts";
import { pathPatternTrees } from "./trees/claude-code/path-patterns.ts";
import { permissionTrees } from "./trees/claude-code/permissions.ts";
import { pluginFormTrees } from "./trees/claude-code/plugin-forms.ts";
import { pluginValueTrees } from "./trees/claude-code/plugin-values.ts";
import { refusalTrees } from "./trees/claude-code/refusals.ts";
import { settingValueTrees } from "./trees/claude-code/setting-values.ts";
import { touchedTrees } from "./trees/claude-code/touched.ts";
import { clineFolderTrees } from "./trees/cline/folders.ts";
import { codexHomeTrees } from "./trees/codex/home-folder.ts";
import { namespaceTrees } from "./trees/codex/namespaces.ts";
import { codexSettingTrees } from "./trees/codex/setting-values.ts";
import { tableTrees } from "./trees/codex/tables.ts";
import { windowTrees } from "./trees/codex/windows.ts";
import { contentTrees } from "./trees/content.ts";
import { copilotAddedFolderTrees } from "./trees/copilot-cli/added-folders.ts";
import { copilotFolderTrees } from "./trees/copilot-cli/folders.ts";
import { crowdTrees } from "./trees/crowds.ts";
import { settingEncodingTrees } from "./trees/encodings/setting-encodings.ts";
import { encodingTrees } from "./trees/encodings/skill-encodings.ts";
import { fieldTrees } from "./trees/fields.ts";
import { fillTrees } from "./trees/fills.ts";
import { geminiExtensionTrees } from "./trees/gemini-cli/extensions.ts";
import { geminiLineTrees } from "./trees/gemini-cli/lines.ts";
import { geminiResourceTrees } from "./trees/gemini-cli/resources.ts";
import { geminiSettingValueTrees } from "./trees/gemini-cli/setting-values.ts";
import { geminiSettingsTrees } from "./trees/gemini-cli/settings.ts";
import { lineTrees } from "./trees/lines.ts";
import { longAnswerTrees } from "./trees/long-answers.ts";
import { modelTrees } from "./trees/models.ts";
import { nameTrees } from "./trees/names.ts";
import { openCodeLineTrees } from "./trees/opencode/lines.ts";
import { openCodePermissionTrees } from "./trees/opencode/permissions.ts";
import { openCodeSettingTrees } from "./trees/opencode/setting-values.ts";
import { settingsOrderTrees } from "./trees/opencode/settings-order.ts";
import { ownSettingsTrees } from "./trees/own-settings.ts";
import { piIgnoreTrees } from "./trees/pi/ignore-files.ts";
import { piSettingValueTrees } from "./trees/pi/setting-values.ts";
import { piSettingsTrees } from "./trees/pi/settings.ts";
import { placeTrees } from "./trees/places.ts";
import { pluginPlaceTrees } from "./trees/plugin-places.ts";
import { pluginTrees } from "./trees/plugins.ts";
import { projectTrees } from "./trees/projects.ts";
import { qwenExtensionTrees } from "./trees/qwen-code/extensions.ts";
import { qwenPathTrees } from "./trees/qwen-code/paths.ts";
import { qwenSettingsTrees } from "./trees/qwen-code/settings.ts";
import { resourceTrees } from "./trees/resources.ts";
import { rootTrees } from "./trees/roots.ts";
import { settingsTrees } from "./trees/settings.ts";
import { signTrees } from "./trees/signs.ts";
import { strangerBodyTrees } from "./trees/strangers/bodies.ts";
import { strangerCodexTrees } from "./trees/strangers/codex.ts";
import { handMadeTrees } from "./trees/strangers/hand-made.ts";
import { oddYamlTrees } from "./trees/strangers/odd-yaml.ts";
import { strangerRepositoryTrees } from "./trees/strangers/repositories.ts";
import { strangerSettingsTrees } from "./trees/strangers/settings.ts";
import { strangerYamlTrees } from "./trees/strangers/yaml.ts";
import { screenTrees } from "./trees/terminals/screens.ts";
import { terminalTrees } from "./trees/terminals/terminals.ts";
import { waitingTrees } from "./trees/waiting.ts";
import { worktreeTrees } from "./trees/worktrees.ts";

const all: readonly Tree[] = [
  ...contentTrees,
  ...placeTrees,
  ...rootTrees,
  ...nameTrees,
  ...resourceTrees,
  ...callTrees,
  ...settingsTrees,
  ...pluginTrees,
  ...longAnswerTrees,
  ...handMadeTrees,
  ...crowdTrees,
  ...modelTrees,
  ...terminalTrees,
  ...screenTrees,
  ...encodingTrees,
  ...settingEncodingTrees,
  ...waitingTrees,
  ...fieldTrees,
  ...bodyTrees,
  ...lineTrees,
  ...projectTrees,
  ...pluginPlaceTrees,
  ...ownSettingsTrees,
  ...permissionTrees,
  ...pathPatternTrees,
  ...folderPluginTrees,
  ...commandFileTrees,
  ...touchedTrees,
  ...settingValueTrees,
  ...pluginFormTrees,
  ...pluginValueTrees,
  ...newsTrees,
  ...argumentNameTrees,
  ...refusalTrees,
  ...codexHomeTrees,
  ...namespaceTrees,
  ...tableTrees,
  ...codexSettingTrees,
  ...windowTrees,
  ...geminiSettingsTrees,
  ...geminiExtensionTrees,
  ...geminiLineTrees,
  ...geminiResourceTrees,
  ...qwenExtensionTrees,
  ...qwenPathTrees,
  ...qwenSettingsTrees,
  ...clineFolderTrees,
  ...copilotAddedFolderTrees,
  ...copilotFolderTrees,
  ...openCodeLineTrees,
  ...openCodePermissionTrees,
  ...openCodeSettingTrees,
  ...settingsOrderTrees,
  ...piIgnoreTrees,
  ...piSettingsTrees,
  ...piSettingValueTrees,
  ...geminiSettingValueTrees,
  ...fillTrees,
  ...signTrees,
  ...worktreeTrees,
  ...accessTrees,
  ...strangerYamlTrees,
  ...oddYamlTrees,
  ...strangerSettingsTrees,
  ...strangerRepositoryTrees,
  ...strangerCodexTrees,
  ...strangerBodyTrees,
];

/** The trees for a harness, each of which asks one question. */
export function treesFor(id: string): readonly Tree[] {
  return all.filter(({ only }) => !only || only.includes(id));
}
