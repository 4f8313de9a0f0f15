import { endpointOf, takesAddress, windowOf } from "#lib/chat/model-choice.ts";
import {
  demoChoice,
  hostOf,
  keyFor,
  type ModelChoice,
  type ModelSettings,
  originOf,
} from "#lib/chat/model-settings.ts";
import { localServers } from "#lib/chat/models/local-servers.ts";
import { modelSourceById, modelSources } from "#lib/chat/models/sources.ts";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { formatCount } from "#lib/format-count.ts";
import { defaultWindow } from "#lib/harness/vocabulary/catalog.ts";

/** The settings dialog's fields as typed. Switching the source keeps the other sources' fields. */
export interface ModelForm {
  readonly source: string;
  /** Model name by source, as typed. */
  readonly models: Partial<Readonly<Record<string, string>>>;
  /** Base URL of an OpenAI-compatible host. */
  readonly baseUrl: string;
  /** Base URL of a server on this computer. */
  readonly localUrl: string;
  /** Keys as typed, by the origin that each was typed for. */
  readonly keys: Readonly<Record<string, string>>;
  /** The context window in tokens, as typed; empty: the maker's number. */
  readonly window: string;
}

/** A sentence for each invalid field, by the name of its box. */
export type FormProblems = Partial<Record<"model" | "key" | "passphrase" | "baseUrl" | "window", string>>;

export function formOf({ choice, keys, window }: ModelSettings): ModelForm {
  const { source, baseUrl } = choice;
  return {
    source,
    models: { [source]: choice.model },
    baseUrl: (source === "compatible" && baseUrl) || "",
    localUrl: (source === "local" && baseUrl) || (localServers[0]?.baseUrl ?? ""),
    keys,
    window: window === undefined ? "" : formatCount(window),
  };
}

/** The form with a part changed. Models and keys are added to those typed meanwhile: an answer may come late. */
export function withPart(form: ModelForm, { models, keys, ...part }: Partial<ModelForm>): ModelForm {
  return { ...form, ...part, models: { ...form.models, ...models }, keys: { ...form.keys, ...keys } };
}

/** The model name in the form's box: as typed, or the source's default. */
export function modelIn({ source, models }: ModelForm): string {
  return models[source] ?? modelSourceById(source).usualModel ?? "";
}

/** The key in the form's box: the one typed for the form's origin, and for no other. */
export function keyIn(form: ModelForm): string {
  return keyFor(form.keys, endpointIn(form));
}

/** The form with `key` stored for its current origin; unchanged if the form names no origin. */
export function withKey(form: ModelForm, key: string): Partial<ModelForm> {
  const origin = originOf(endpointIn(form) ?? "");
  return origin === undefined ? {} : { keys: { ...form.keys, [origin]: key } };
}

/** The base URL in the form's box. */
export function baseUrlIn({ source, baseUrl, localUrl }: ModelForm): string {
  return source === "local" ? localUrl : baseUrl;
}

/** The form with `url` as the base URL of the current source. */
export function withBaseUrl({ source }: ModelForm, url: string): Partial<ModelForm> {
  return source === "local" ? { localUrl: url } : { baseUrl: url };
}

/** The endpoint to which the page itself would send the form's requests; `undefined` if there is none. */
export function endpointIn(form: ModelForm): string | undefined {
  return endpointOf({ source: form.source, baseUrl: baseUrlIn(form).trim() });
}

/** The host of a key that was typed before the address changed, if there is no key for the new address. */
export function hostOfOtherKey(form: ModelForm): string | undefined {
  if (form.source !== "compatible" || keyIn(form) !== "") return undefined;
  const known = new Set(fixedOrigins);
  const other = Object.entries(form.keys).findLast(([origin, key]) => key.trim() !== "" && !known.has(origin));
  return other && hostOf(other[0]);
}

/** Why the form's endpoint cannot be asked, by the box that is at fault; empty where it can be asked. */
export function askingProblems(form: ModelForm, findBlock: FindBlock): FormProblems {
  const { baseUrl, key } = problemsOf(form, findBlock);
  return found({ baseUrl, key: isListOpen(form) && keyIn(form) === "" ? undefined : key });
}

/** Whether the source lists its models without a key. */
function isListOpen({ source }: ModelForm): boolean {
  return modelSourceById(source).check !== undefined;
}

const fixedOrigins = modelSources.map(({ endpoint }) => originOf(endpoint ?? ""));

/** Why the page cannot send requests to a server; `undefined` if it can. */
export type FindBlock = (url: string) => Failure | undefined;

/** The model settings in the form, or a sentence for each invalid field. Only the chosen source's fields count. */
export function readForm(
  form: ModelForm,
  findBlock: FindBlock,
): { settings: ModelSettings } | { problems: FormProblems } {
  const problems = found({ ...problemsOf(form, findBlock), window: windowProblem(form.window) });
  if (Object.keys(problems).length > 0) return { problems };
  const typed = Object.entries(form.keys).map(([origin, key]) => [origin, key.trim()] as const);
  const keys = Object.fromEntries(typed.filter(([, key]) => key !== ""));
  const window = readWindow(form.window);
  return { settings: { choice: choiceOf(form), keys, ...(window !== undefined && { window }) } };
}

/** The context window of the form's model, if the form gives none. */
export function usualWindow(form: ModelForm): number {
  return windowOf({ choice: choiceOf(form) }) ?? defaultWindow;
}

/** A whole number of tokens, with any digit grouping; `undefined` if empty. */
function readWindow(typed: string): number | undefined {
  const digits = typed.replace(/[\s,._']/g, "");
  return digits === "" ? undefined : Number(digits);
}

const windowLimits = { least: 1000, most: 100_000_000 } as const;

function windowProblem(typed: string): string | undefined {
  const window = readWindow(typed);
  if (window === undefined) return undefined;
  const isOne = Number.isInteger(window) && window >= windowLimits.least && window <= windowLimits.most;
  return isOne ? undefined : "Enter a number of tokens, such as 200,000, or leave it empty for the model's own.";
}

function choiceOf(form: ModelForm): ModelChoice {
  const { source } = form;
  if (source === "demo") return demoChoice;
  const model = modelIn(form).trim();
  return takesAddress(source)
    ? { source, model, baseUrl: baseUrlIn(form).trim().replace(/\/+$/, "") }
    : { source, model };
}

function problemsOf(form: ModelForm, findBlock: FindBlock): { [Field in keyof FormProblems]?: string | undefined } {
  // The models that the server lends are chosen from its own list, so no field is needed.
  if (form.source === "server") return {};
  const { needs } = modelSourceById(form.source);
  const address = baseUrlIn(form).trim();
  const hasAddress = needs.includes("base-url");
  return {
    ...(hasAddress && { baseUrl: addressProblem(address, form.source) ?? blockProblem(findBlock(address)) }),
    ...(needs.includes("model") && { model: modelProblem(modelIn(form)) }),
    ...(needs.includes("key") && { key: keyProblem(keyIn(form), !hasAddress || !isLocal(address)) }),
  };
}

function found(problems: { [Field in keyof FormProblems]?: string | undefined }): FormProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function modelProblem(model: string): string | undefined {
  if (!model.trim()) return "Enter the model's name as the provider writes it.";
  return /\s/.test(model.trim()) ? "A model's name has no spaces." : undefined;
}

function keyProblem(key: string, needed: boolean): string | undefined {
  if (!key.trim()) return needed ? "This provider needs a key." : undefined;
  // HTTP headers take printable ASCII only; a key pasted with a line break or a curly quote would fail without a reason.
  return /^[\x21-\x7e]+$/.test(key.trim()) ? undefined : "This key has characters that no key has. Paste it again.";
}

function addressProblem(address: string, source: string): string | undefined {
  if (!URL.canParse(address)) return "Enter the whole address, such as http://localhost:11434/v1.";
  const url = new URL(address);
  if (source === "local" && !isLocal(address))
    return "This is not an address on this computer. For another host, choose OpenAI-compatible.";
  if (url.username || url.password) return "Remove the user name and password from the address.";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "The address must begin with https://.";
  return isLocal(address)
    ? undefined
    : "Use https, or your key can be read on the way. Only this computer may use http.";
}

function blockProblem(block: Failure | undefined): string | undefined {
  return block && failureParts(block).what;
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.[\d.]+|\[::1\])$/.test(hostname);
}
