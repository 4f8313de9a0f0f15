import { defaultModelSettings, type ModelSettings } from "#lib/chat/model-settings.ts";
import type { Failure } from "#lib/failure.ts";
import { keepModels } from "#lib/models/kept-models.ts";
import type { Models } from "#lib/models/models.ts";
import type { Forgotten, Remembering, SecretsStanding } from "#lib/models/secrets.ts";
import type { SecretName } from "#lib/storage/storage-secrets.ts";
import type { Harness } from "#lib/view/harness.ts";

/** What is done with the choice of a model, and with the tokens of git hosts and the keys of model providers. */
export interface ModelVerbs {
  /** Resolves when the catalog is one for what the model takes in. */
  setModels(models: ModelSettings): Promise<void>;
  /** Which there are, and where; they themselves are not told. Those of model providers that can be read are in `models` after it. */
  knownSecrets(): Promise<SecretsStanding>;
  /** Takes a token or a key. Resolves to why it will not stay on this device as it should. */
  keepSecret(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined>;
  /** Resolves to why they are still on this device, if they are. */
  forgetSecrets(names: readonly SecretName[]): Promise<Failure | undefined>;
  /** Opens what is locked, with the keys among them in `models`. Resolves to why not. */
  unlockSecrets(passphrase: string): Promise<Failure | undefined>;
  /** Clears all keys and tokens, in this page and on this device, and which model was chosen. */
  forgetEverything(): Promise<Forgotten>;
}

/** What handles keys is fetched at first use. They belong to the page: a read-only tab may have its own. */
export function modelVerbs(models: Models, harness: Harness): ModelVerbs {
  const keys = () => import("#lib/models/model-keys.ts");
  return {
    setModels: async (chosen) => {
      keepModels(chosen);
      await harness.answerBy(chosen);
    },
    knownSecrets: async () => (await keys()).knownSecrets(models),
    keepSecret: async (...given) => (await keys()).keepSecret(...given),
    forgetSecrets: async (names) => (await keys()).forgetSecrets(models, names),
    unlockSecrets: async (passphrase) => (await keys()).unlockSecrets(models, passphrase),
    forgetEverything: async () => {
      const forgotten = await (await keys()).forgetEverything(models);
      await harness.answerBy(defaultModelSettings);
      return forgotten;
    },
  };
}
