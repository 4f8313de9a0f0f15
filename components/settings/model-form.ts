import { type ModelChoice, type ModelSettings, windowOf } from "#lib/chat/model-settings.ts";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";

export type ProviderKind = ModelChoice["kind"];

/** The settings dialog's fields as typed, so that changing the provider forgets nothing. */
export interface ModelForm {
  readonly kind: ProviderKind;
  readonly serverModel: string;
  readonly anthropicModel: string;
  readonly anthropicKey: string;
  readonly baseUrl: string;
  readonly openaiModel: string;
  readonly openaiKey: string;
  /** What the model takes in, in tokens, as typed; empty: as its maker says. */
  readonly window: string;
}

export type FormProblems = Partial<Record<keyof ModelForm, string>>;

/** Providers that speak OpenAI's protocol. A local one needs no key. */
export const presets = [
  { label: "OpenAI", baseUrl: "https://api.openai.com/v1", example: "gpt-5-mini" },
  { label: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1", example: "qwen/qwen3-coder" },
  { label: "Ollama", baseUrl: "http://localhost:11434/v1", example: "qwen3:8b" },
  { label: "LM Studio", baseUrl: "http://localhost:1234/v1", example: "openai/gpt-oss-20b" },
] as const;

/** Stands in the box until the person names another. */
const defaultAnthropicModel = "claude-sonnet-4-5";

export function formOf({ choice, anthropicKey, openaiKey, window }: ModelSettings): ModelForm {
  return {
    kind: choice.kind,
    serverModel: choice.kind === "server" ? choice.model : "",
    anthropicModel: choice.kind === "anthropic" ? choice.model : defaultAnthropicModel,
    anthropicKey,
    baseUrl: choice.kind === "openai-compatible" ? choice.baseUrl : presets[0].baseUrl,
    openaiModel: choice.kind === "openai-compatible" ? choice.model : "",
    openaiKey,
    window: window?.toLocaleString("en") ?? "",
  };
}

/** Why the page cannot send requests to a server; `undefined` when it can. */
export type FindBlock = (url: string) => Failure | undefined;

/** What the form asks for, or a sentence for each field that will not do. Only the chosen provider's fields count. */
export function readForm(
  form: ModelForm,
  findBlock: FindBlock,
): { settings: ModelSettings } | { problems: FormProblems } {
  const problems = { ...problemsOf(form, findBlock), ...found({ window: windowProblem(form.window) }) };
  if (Object.keys(problems).length > 0) return { problems };
  const keys = { anthropicKey: form.anthropicKey.trim(), openaiKey: form.openaiKey.trim() };
  const window = readWindow(form.window);
  return { settings: { choice: choiceOf(form), ...keys, ...(window !== undefined && { window }) } };
}

/** What the model in the form takes in where the form does not say. */
export function usualWindow(form: ModelForm): number {
  return windowOf({ choice: choiceOf(form), anthropicKey: "", openaiKey: "" });
}

/** A whole number of tokens, with whatever groups its digits; `undefined` where nothing stands there. */
function readWindow(typed: string): number | undefined {
  const digits = typed.replace(/[\s,._']/g, "");
  return digits === "" ? undefined : Number(digits);
}

const windowLimits = { least: 1000, most: 100_000_000 } as const;

function windowProblem(typed: string): string | undefined {
  const window = readWindow(typed);
  if (window === undefined) return undefined;
  const isOne = Number.isInteger(window) && window >= windowLimits.least && window <= windowLimits.most;
  return isOne ? undefined : "A window is a number of tokens, such as 200,000. Leave it empty to go by the model.";
}

function choiceOf(form: ModelForm): ModelChoice {
  switch (form.kind) {
    case "demo":
      return { kind: "demo" };
    case "server":
      return { kind: "server", model: form.serverModel };
    case "anthropic":
      return { kind: "anthropic", model: form.anthropicModel.trim() };
    case "openai-compatible":
      return {
        kind: "openai-compatible",
        baseUrl: form.baseUrl.trim().replace(/\/+$/, ""),
        model: form.openaiModel.trim(),
      };
  }
}

function problemsOf(form: ModelForm, findBlock: FindBlock): FormProblems {
  switch (form.kind) {
    case "demo":
    case "server":
      return {};
    case "anthropic":
      return found({
        anthropicModel: modelProblem(form.anthropicModel),
        anthropicKey: keyProblem(form.anthropicKey, true),
      });
    case "openai-compatible":
      return found({
        baseUrl: addressProblem(form.baseUrl) ?? blockProblem(findBlock(form.baseUrl.trim())),
        openaiModel: modelProblem(form.openaiModel),
        openaiKey: keyProblem(form.openaiKey, !isLocal(form.baseUrl)),
      });
  }
}

function found(problems: { [Field in keyof ModelForm]?: string | undefined }): FormProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function modelProblem(model: string): string | undefined {
  if (!model.trim()) return "Name a model, as the provider writes it.";
  return /\s/.test(model.trim()) ? "A model's name holds no blanks." : undefined;
}

function keyProblem(key: string, needed: boolean): string | undefined {
  if (!key.trim()) return needed ? "This provider answers only with a key." : undefined;
  // A header takes printable ASCII; a key pasted with a line break or a curly quote fails without a reason.
  return /^[\x21-\x7e]+$/.test(key.trim()) ? undefined : "This key holds characters that no key has. Paste it again.";
}

function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address.trim())) return "Give the whole address, such as https://api.openai.com/v1.";
  const url = new URL(address.trim());
  if (url.username || url.password) return "An address must not hold a user name or a password.";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "The address must begin with https://.";
  return isLocal(address)
    ? undefined
    : "Without https your key could be read on the way. Only this machine may use http.";
}

function blockProblem(block: Failure | undefined): string | undefined {
  return block && failureParts(block).what;
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address.trim())) return false;
  const { hostname } = new URL(address.trim());
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.[\d.]+|\[::1\])$/.test(hostname);
}
