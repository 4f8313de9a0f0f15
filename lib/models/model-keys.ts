import { endpointOf } from "#lib/chat/model-choice.ts";
import { keyFor } from "#lib/chat/model-settings.ts";
import type { Failure } from "#lib/failure.ts";
import type { SecretName } from "#lib/storage/storage-secrets.ts";
import { forgetModels, keepModels } from "./kept-models.ts";
import type { Models } from "./models.ts";
import type { Forgotten } from "./secrets.ts";
import { type Remembering, type SecretsStanding, secrets } from "./secrets.ts";

/**
 * Which keys and tokens exist. Readable keys of model providers are put into the chosen model's settings, unless one
 * was typed in their place; others are reported as locked.
 */
export async function knownSecrets(models: Models): Promise<SecretsStanding> {
  const standing = await secrets.standing();
  const found = await Promise.all(
    standing.known
      .filter(({ kind }) => kind === "key")
      .map(async (name) => [name.at, await secrets.read(name)] as const),
  );
  const { models: chosen } = models.state();
  const readable = found.filter(([, key]) => key !== undefined) as [string, string][];
  const locked = found.filter(([, key]) => key === undefined).map(([at]) => at);
  const { locked: _, ...rest } = chosen;
  const settings = { ...rest, keys: { ...Object.fromEntries(readable), ...chosen.keys } };
  if (found.length > 0 || chosen.locked) models.choose(locked.length > 0 ? { ...settings, locked } : settings);
  return standing;
}

/**
 * Restores the remembered key of the chosen model after the page was loaded. For a model that needs no key, nothing is
 * read.
 */
export async function restoreKey(models: Models): Promise<void> {
  const { choice, keys } = models.state().models;
  const endpoint = endpointOf(choice);
  if (endpoint !== undefined && keyFor(keys, endpoint) === "") await knownSecrets(models);
}

export function keepSecret(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined> {
  return secrets.keep(name, secret, how);
}

/** Deletes these secrets from this device and from this page. */
export async function forgetSecrets(models: Models, names: readonly SecretName[]): Promise<Failure | undefined> {
  const failure = await secrets.forget(...names);
  const { models: chosen } = models.state();
  const gone = new Set(names.filter(({ kind }) => kind === "key").map(({ at }) => at));
  const keys = Object.fromEntries(Object.entries(chosen.keys).filter(([origin]) => !gone.has(origin)));
  models.choose({ ...chosen, keys });
  keepModels({ ...chosen, keys });
  await knownSecrets(models);
  return failure;
}

export async function unlockSecrets(models: Models, passphrase: string): Promise<Failure | undefined> {
  const failure = await secrets.unlock(passphrase);
  if (!failure) await knownSecrets(models);
  return failure;
}

/** Clears all secrets and the choice of a model from storage; the caller changes the workspace's state. */
export async function forgetEverything(models: Models): Promise<Forgotten> {
  const { models: chosen } = models.state();
  const { known } = await secrets.standing();
  const typed = Object.keys(chosen.keys).map((at) => ({ kind: "key", at, standing: "page" }) as const);
  const all = [...known, ...typed.filter(({ at }) => !known.some((one) => one.kind === "key" && one.at === at))];
  const failure = await secrets.forget(...all);
  forgetModels();
  return { secrets: all, wasModelChosen: chosen.choice.source !== "demo", ...(failure && { failure }) };
}
