import { defaultModelSettings, type ModelSettings } from "#lib/chat/model-settings.ts";
import type { Failure } from "#lib/failure.ts";
import { keepModels } from "#lib/models/kept-models.ts";
import type { Models } from "#lib/models/models.ts";
import type { Forgotten, Remembering, SecretsStanding } from "#lib/models/secrets.ts";
import type { SecretName } from "#lib/storage/storage-secrets.ts";
import type { Harness } from "#lib/view/harness.ts";

/** What a person can do with the choice of a model, the tokens of git hosts and the keys of model providers. */
export interface ModelVerbs {
  /** Resolves when the catalog fits the model's context window. */
  setModels(models: ModelSettings): Promise<void>;
  /**
   * Which secrets exist, and where they are kept; the secrets themselves are not included. Readable keys of model
   * providers are in `models` afterwards.
   */
  knownSecrets(): Promise<SecretsStanding>;
  /** Stores a token or key. Resolves to the failure where it cannot stay on this device as asked. */
  keepSecret(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined>;
  /** Resolves to the failure where the secrets are still on this device. */
  forgetSecrets(names: readonly SecretName[]): Promise<Failure | undefined>;
  /** Unlocks the locked secrets; the keys among them are then in `models`. Resolves to the failure where it cannot. */
  unlockSecrets(passphrase: string): Promise<Failure | undefined>;
  /** Clears all keys and tokens, in this page and on this device, and the chosen model. */
  forgetEverything(): Promise<Forgotten>;
}

/** The code that handles keys is fetched at first use. Keys belong to the page: a read-only tab may have its own. */
export function modelVerbs(models: Models, { answerBy }: Pick<Harness, "answerBy">): ModelVerbs {
  const keys = () => import("#lib/models/model-keys.ts");
  return {
    setModels: async (chosen) => {
      keepModels(chosen);
      await answerBy(chosen);
    },
    knownSecrets: async () => (await keys()).knownSecrets(models),
    keepSecret: async (...given) => (await keys()).keepSecret(...given),
    forgetSecrets: async (names) => (await keys()).forgetSecrets(models, names),
    unlockSecrets: async (passphrase) => (await keys()).unlockSecrets(models, passphrase),
    forgetEverything: async () => {
      const forgotten = await (await keys()).forgetEverything(models);
      await answerBy(defaultModelSettings);
      return forgotten;
    },
  };
}
