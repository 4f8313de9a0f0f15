import type { Failure } from "#lib/failure.ts";
import { forModel, type Profile } from "#lib/harness/vocabulary/profile.ts";
import type { ModelLabel } from "./message.ts";
import { hostOf, type ModelChoice, type ModelSettings } from "./model-settings.ts";
import type { ModelFacts } from "./models/source.ts";
import { modelSourceById, modelSources } from "./models/sources.ts";

const facts: readonly ModelFacts[] = modelSources.flatMap(({ models = [] }) => models);

/** Whether a source with this id exists: a stored choice may come from another version. */
export function isSource(id: unknown): id is string {
  return modelSources.some((source) => source.id === id);
}

/** Whether a choice of this source includes an address. */
export function takesAddress(source: string): boolean {
  return modelSourceById(source).needs.includes("base-url");
}

/** The address to which a choice's requests go straight from the page; `undefined` where they do not. */
export function endpointOf({ source, baseUrl }: Pick<ModelChoice, "source" | "baseUrl">): string | undefined {
  return takesAddress(source) ? baseUrl : modelSourceById(source).endpoint;
}

/** The label shown beside a choice's answers. `provider` is the word used in failures: the host that answers. */
export function modelLabel(choice: ModelChoice): ModelLabel {
  const { source, model } = choice;
  if (source === "demo")
    return { provider: "Demo", model: "demo", label: "Demo model (scripted, not an AI)", scripted: true };
  const { host, isOneModel, label } = modelSourceById(source);
  const provider = host ?? hostOf(endpointOf(choice) ?? "");
  return { provider, model, label: isOneModel ? label : model, scripted: false };
}

/** A model's context window in tokens, as set by the person or as stated by its maker; `undefined` where neither is known. */
export function windowOf({ choice, window }: Pick<ModelSettings, "choice" | "window">): number | undefined {
  const { model } = choice;
  return window ?? facts.find((each) => each.window !== undefined && each.names.test(model))?.window;
}

/**
 * What harnesses know of the model that they run with. The demo model only stands in for one: each harness then tells it what it tells the
 * model that it asks for itself.
 */
export function modelOf(settings: Pick<ModelSettings, "choice" | "window">): ModelAsked {
  const { source, model } = settings.choice;
  return { model: source === "demo" ? undefined : model, window: windowOf(settings) };
}

/** The harness as it runs with the chosen model. */
export function profileFor(profile: Profile, settings: Pick<ModelSettings, "choice">): Profile {
  return forModel(profile, modelOf(settings).model);
}

/** A model as a harness sees it: its name and its context window in tokens, each where it is known. */
export interface ModelAsked {
  readonly model: string | undefined;
  readonly window: number | undefined;
}

/** Which files other than text a model takes in. */
export interface Sight {
  readonly images: boolean;
  readonly pdfs: boolean;
}

/**
 * Which files the chosen model takes in. An unknown model counts as reading text only: a host refuses the whole
 * conversation for a picture that its model cannot see.
 */
export function sightOf({ choice: { source, model } }: Pick<ModelSettings, "choice">): Sight {
  const { shows } = modelSourceById(source);
  if (shows === "text") return { images: false, pdfs: false };
  const seen = facts.filter(({ names }) => names.test(model)).map(({ sees }) => sees);
  const pdfs = seen.includes("documents");
  return { images: pdfs || seen.includes("pictures"), pdfs: pdfs && shows !== "no-documents" };
}

/**
 * Where the page may send a request besides its own server: the `connect-src` of the content security policy. A
 * provider that is missing here cannot be reached from the browser with a person's own key, and hostile code in the
 * page cannot send anything there either. `:*` stands for any port: model servers on the person's own machine.
 */
export const connectOrigins: readonly string[] = [
  ...modelSources.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [new URL(endpoint).origin])),
  "http://localhost:*",
  "http://127.0.0.1:*",
];

/**
 * Why the content security policy keeps the page from the model server at `url`; `undefined` when it does not.
 * @param own the page's origin.
 * @param more origins that the operator added (`SKILLGROUND_CONNECT`); while these are unknown, the result is
 * `undefined`.
 */
export function connectFailure(url: string, own: string, more: readonly string[] | undefined): Failure | undefined {
  if (!more || mayConnect(url, own, more)) return undefined;
  return { code: "model-blocked", provider: hostOf(url), origins: [...connectOrigins, ...more] };
}

function mayConnect(url: string, own: string, more: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname } = new URL(url);
  const matches = (allowed: string) => allowed === origin || allowed === `${protocol}//${hostname}:*`;
  return [own, ...connectOrigins, ...more].some(matches);
}
