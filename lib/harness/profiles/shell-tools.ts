import type { ShellTool } from "#lib/harness/vocabulary/access.ts";

// The tools by which models run commands, each exactly as in its harness, without parameters for features that this lab does not have:
// commands in the background, terminals, permission to leave a sandbox.

const draft = "http://json-schema.org/draft-07/schema#";

/** This lab's limits, for harnesses that allow more output or have no limit of time: characters, and seconds. */
const most = { output: 30_000, seconds: 60 } as const;

/** For harnesses whose documents do not describe their tool. */
export const standardShell: ShellTool = {
  name: "bash",
  description: "Runs a bash command and returns what it prints. The person is asked first.",
  schema: {
    $schema: draft,
    type: "object",
    properties: {
      command: { type: "string", description: "The command." },
      timeout: { type: "number", description: "Seconds after which it is ended." },
      cwd: { type: "string", description: "The folder to run it in; the working folder when absent." },
      description: { type: "string", description: "What it does, in a few words." },
    },
    required: ["command"],
    additionalProperties: false,
  },
  parameters: { command: "command", cwd: "cwd", timeout: { name: "timeout", unit: "seconds" } },
  ...most,
};

/** @anthropic-ai/claude-code 2.1.330, sdk-tools.d.ts: BashInput; the limit of output is documented as BASH_MAX_OUTPUT_LENGTH. */
export const claudeCodeShell: ShellTool = {
  name: "Bash",
  description: "Executes a given bash command and returns its output.",
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      command: { description: "The command to execute", type: "string" },
      timeout: {
        description: "Optional timeout in milliseconds (max 600000 for a foreground command)",
        type: "number",
      },
      description: {
        description:
          'Clear, concise description of what this command does in active voice. Never use words like "complex" or "risk" in the description - just describe what it does.',
        type: "string",
      },
    },
    required: ["command"],
    additionalProperties: false,
  },
  parameters: { command: "command", timeout: { name: "timeout", unit: "milliseconds" } },
  seconds: 120,
  output: 30_000,
};

/** openai/codex, codex-rs/core/src/tools/handlers/shell_spec.rs (August 2026). */
export const codexShell: ShellTool = {
  name: "exec_command",
  description: "Runs a command in a PTY, returning output or a session ID for ongoing interaction.",
  schema: {
    type: "object",
    properties: {
      cmd: { type: "string", description: "Shell command to execute." },
      workdir: { type: "string", description: "Working directory for the command. Defaults to the turn cwd." },
    },
    required: ["cmd"],
    additionalProperties: false,
  },
  parameters: { command: "cmd", cwd: "workdir" },
  ...most,
};

// Of Gemini CLI and its fork.
const exactCommand = { type: "string", description: "Exact bash command to execute as `bash -c <command>`" };
const briefly = {
  type: "string",
  description:
    "Brief description of the command for the user. Be specific and concise. Ideally a single sentence. Can be up to 3 sentences for clarity. No line breaks.",
};
const toRunIn =
  "path of the directory to run the command in. If not provided, the project root directory is used. Must be a directory within the workspace and must already exist.";

/** @google/gemini-cli 0.61.0, dynamic-declaration-helpers.ts: getShellDeclaration. */
export const geminiCliShell: ShellTool = {
  name: "run_shell_command",
  description: [
    "This tool executes a given shell command as `bash -c <command>`.",
    "",
    "      The following information is returned:",
    "",
    "      Output: Combined stdout/stderr. Can be `(empty)` or partial on error and for any unwaited background processes.",
    "      Exit Code: Only included if non-zero (command failed).",
    "      Error: Only included if a process-level error occurred (e.g., spawn failure).",
  ].join("\n"),
  schema: {
    type: "object",
    properties: {
      command: exactCommand,
      description: briefly,
      dir_path: { type: "string", description: `(OPTIONAL) The ${toRunIn}` },
    },
    required: ["command"],
  },
  parameters: { command: "command", cwd: "dir_path" },
  ...most,
};

/** yanmxa/gencode, internal/tool/schema_base.go: bashToolSchema (2026). */
export const gencodeShell: ShellTool = {
  name: "Bash",
  description: "Executes a given bash command and returns its output.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command to execute" },
      description: {
        type: "string",
        description: "Clear, concise description of what this command does in active voice",
      },
      timeout: { type: "integer", description: "Optional timeout in milliseconds (max 600000)" },
    },
    required: ["command"],
  },
  parameters: { command: "command", timeout: { name: "timeout", unit: "milliseconds" } },
  seconds: 120,
  output: most.output,
};

/** mochow13/keen-code, internal/tools/bash.go (2026). */
export const keenShell: ShellTool = {
  name: "bash",
  description:
    "Execute bash commands in the terminal. Use this through the tool API whenever you say you will run, execute, test, build, install, or invoke a shell command. Do not merely describe command execution in assistant text.",
  schema: {
    type: "object",
    properties: {
      command: {
        type: "string",
        description:
          "The bash command to execute. Quote paths with spaces. Prefer simple single commands over long chains.",
      },
      isDangerous: {
        type: "boolean",
        description:
          "Set to true if the command may modify files or system state (e.g., rm, mv, git commit, package install). This will always prompt for user permission.",
      },
      summary: { type: "string", description: "A brief 5-10 word description of what the command does" },
    },
    required: ["command"],
    additionalProperties: false,
  },
  parameters: { command: "command" },
  seconds: 300,
  output: most.output,
};

/** jingkaihe/kodelet, pkg/tools/bash.go (2026). */
export const kodeletShell: ShellTool = {
  name: "bash",
  description: "Run a bash command in a persistent shell session.",
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    properties: {
      description: { type: "string", description: "A description of the command to run" },
      command: { type: "string", description: "The bash command to run" },
      timeout: { type: "integer", description: "Timeout in seconds (10-120)" },
    },
    additionalProperties: false,
    type: "object",
    required: ["description", "command", "timeout"],
  },
  parameters: { command: "command", timeout: { name: "timeout", unit: "seconds" } },
  seconds: 120,
  output: most.output,
};

/** Algiras/ak-coder, packages/core/src/features/tools/bash.ts (2026). */
export const akCoderShell: ShellTool = {
  name: "bash",
  description:
    "Run a bash command. Read-only commands (ls, git status, cat, etc.) run automatically. Commands that mutate state require explicit user confirmation.",
  schema: {
    type: "object",
    properties: { command: { type: "string", description: "The shell command to run" } },
    required: ["command"],
    additionalProperties: false,
    $schema: draft,
  },
  parameters: { command: "command" },
  ...most,
};

/** @mariozechner/pi-coding-agent 0.73.1, core/tools/bash.js. */
export const piShell: ShellTool = {
  name: "bash",
  description:
    "Execute a bash command in the current working directory. Returns stdout and stderr. Optionally provide a timeout in seconds.",
  schema: {
    type: "object",
    required: ["command"],
    properties: {
      command: { type: "string", description: "Bash command to execute" },
      timeout: { type: "number", description: "Timeout in seconds (optional, no default timeout)" },
    },
  },
  parameters: { command: "command", timeout: { name: "timeout", unit: "seconds" } },
  ...most,
};

/** @github/copilot 1.0.102, the tool as it was sent. */
export const copilotCliShell: ShellTool = {
  name: "bash",
  description: "Runs a Bash command.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The Bash command and arguments to run." },
      description: {
        type: "string",
        description: "A short human-readable description of what the command does, limited to 100 characters.",
      },
      initial_wait: {
        type: "number",
        description: "(Optional) Time in seconds to wait for initial output. Default is 30 seconds if not provided.",
      },
    },
    required: ["command", "description"],
  },
  parameters: { command: "command", timeout: { name: "initial_wait", unit: "seconds" } },
  seconds: 30,
  output: most.output,
};

/** @qwen-code/qwen-code 0.24.4, shell.ts: ShellTool. */
export const qwenCodeShell: ShellTool = {
  name: "run_shell_command",
  description: "Executes a given shell command (as `bash -c <command>`).",
  schema: {
    type: "object",
    properties: {
      command: exactCommand,
      timeout: { type: "integer", description: "Optional timeout in milliseconds (max 600000)" },
      description: briefly,
      directory: { type: "string", description: `(OPTIONAL) The absolute ${toRunIn}` },
    },
    required: ["command"],
  },
  parameters: { command: "command", cwd: "directory", timeout: { name: "timeout", unit: "milliseconds" } },
  seconds: 120,
  output: most.output,
};

/** opencode-ai 1.18.33, tool/bash.ts. */
export const openCodeShell: ShellTool = {
  name: "bash",
  description: "Executes a given bash command.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command to execute" },
      timeout: { type: "number", description: "Optional timeout in milliseconds" },
      workdir: { type: "string", description: "The working directory to run the command in." },
    },
    required: ["command"],
  },
  parameters: { command: "command", cwd: "workdir", timeout: { name: "timeout", unit: "milliseconds" } },
  seconds: 120,
  output: most.output,
};
