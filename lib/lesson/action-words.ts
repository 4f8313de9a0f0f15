import { commandRule } from "#lib/harness/invocation/run-command.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { CommandRule } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { code } from "./checks/world.ts";
import type { Action } from "./lesson.ts";

/**
 * What an action does, in words that its author cannot change: the verb, and its object in `code` marks. A line that the harness takes as a
 * command is described as a command, with its effect.
 */
export function actionWords(action: Action, profile: Profile): string {
  switch (action.verb) {
    case "open":
      return `Open ${code(action.file)}${linesOf(action)}`;
    case "select":
      return `Show ${code(action.skill)} in Skills`;
    case "insert":
      return `Insert into ${code(action.file)}`;
    case "replace":
      return `Change ${code(action.file)}`;
    case "prompt":
      return commandRule(profile, action.text)
        ? `Type the command ${commandWords(action.text, profile)}`
        : `Type “${action.text}”`;
    case "command":
      return `Run ${commandWords(action.line, profile)}`;
    case "profile":
      return `Switch to ${harnessName(action.profile)}`;
    case "compare":
      return action.profiles.length === 0
        ? "Compare harnesses"
        : `Compare ${action.profiles.map(harnessName).join(", ")}`;
    case "reveal":
      return "Show the solution";
    case "report":
      return "Open the report";
  }
}

/** Describes a line; if the harness takes it as a command, with the command's effect. */
function commandWords(line: string, profile: Profile): string {
  const rule = commandRule(profile, line);
  const effect = rule && effects[rule.does.kind];
  return effect === undefined ? code(line) : `${code(line)}: ${effect}`;
}

/** The effect of a command, by its kind. A command that only prints changes nothing. */
const effects: Readonly<Record<CommandRule["does"]["kind"], string | undefined>> = {
  list: undefined,
  print: undefined,
  reload: "reloads the skills",
  "new-chat": "begins a new conversation",
  "add-folder": "adds a folder to the session",
  "set-state": "switches a skill on or off, in the harness’s own settings",
};

function linesOf({ line, endLine }: Extract<Action, { verb: "open" }>): string {
  if (line === undefined) return "";
  return endLine === undefined ? `, line ${line}` : `, lines ${line} to ${endLine}`;
}

/** The harness's name; an unknown id is shown as it is. */
function harnessName(id: string): string {
  return profiles.find((profile) => profile.id === id)?.label ?? code(id);
}
