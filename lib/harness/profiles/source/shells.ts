import type { ShellTool } from "#lib/harness/vocabulary/access.ts";

// The tools by which models run commands, as in the sources of their programs, without parameters for features that this lab does not have:
// commands in the background. Of longer descriptions only the first sentence is here.

/** This lab's limits, for harnesses that allow more output or have no limit of time: characters, and seconds. */
const most = { output: 30_000, seconds: 60 } as const;

/** RooCodeInc/Roo-Code cb836567, src/core/prompts/tools/native-tools/execute_command.ts. */
export const rooCodeShell: ShellTool = {
  name: "execute_command",
  description: "Request to execute a CLI command on the system.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string", description: "Shell command to execute" },
      cwd: {
        type: ["string", "null"],
        description: "Optional working directory for the command, relative or absolute",
      },
      timeout: { type: ["number", "null"], description: "Timeout in seconds." },
    },
    required: ["command", "cwd", "timeout"],
    additionalProperties: false,
  },
  parameters: { command: "command", cwd: "cwd", timeout: { name: "timeout", unit: "seconds" } },
  ...most,
};

/** mistralai/mistral-vibe ac8f1a09, vibe/core/tools/builtins/bash.py: BashArgs. */
export const mistralVibeShell: ShellTool = {
  name: "bash",
  description: "Run a one-off bash command and capture its output.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string" },
      timeout: {
        anyOf: [{ type: "integer" }, { type: "null" }],
        description: "Override the default command timeout.",
      },
    },
    required: ["command"],
  },
  parameters: { command: "command", timeout: { name: "timeout", unit: "seconds" } },
  ...most,
};

/** charmbracelet/crush 37f36e93, internal/agent/tools/bash.go: BashParams. */
export const crushShell: ShellTool = {
  name: "bash",
  description: "Execute shell commands; long-running commands automatically move to background and return a shell ID.",
  schema: {
    type: "object",
    properties: {
      description: {
        type: "string",
        description: "A brief description of what the command does, try to keep it under 30 characters or so",
      },
      command: { type: "string", description: "The command to execute" },
      working_dir: {
        type: "string",
        description: "The working directory to execute the command in (defaults to current directory)",
      },
    },
    required: ["description", "command"],
  },
  parameters: { command: "command", cwd: "working_dir" },
  ...most,
};
/** MoonshotAI/kimi-cli 4a550eff, src/kimi_cli/tools/shell/__init__.py: Params. */
export const kimiCliShell: ShellTool = {
  name: "Shell",
  description:
    "Execute a shell command. Use this tool to explore the filesystem, edit files, run scripts, get system information, etc.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command to execute." },
      timeout: {
        type: "integer",
        default: 60,
        minimum: 1,
        description:
          "The timeout in seconds for the command to execute. If the command takes longer than this, it will be killed.",
      },
    },
    required: ["command"],
  },
  parameters: { command: "command", timeout: { name: "timeout", unit: "seconds" } },
  ...most,
};
