import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import type { Failure } from "#lib/failure.ts";
import type { SecretName } from "#lib/storage/storage-secrets.ts";
import { answerBy } from "#lib/workspace/conversation/skills-actions.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { Forgotten, Remembering, SecretsStanding } from "./secrets.ts";

/** What is done with the tokens of git hosts and the keys of model providers. */
export interface SecretActions {
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

/** Fetched at first use. They belong to the page: a read-only tab may have its own. */
export function secretActions(core: Core): SecretActions {
  const keys = () => import("./model-keys.ts");
  return {
    knownSecrets: async () => (await keys()).knownSecrets(core),
    keepSecret: async (...given) => (await keys()).keepSecret(...given),
    forgetSecrets: async (names) => (await keys()).forgetSecrets(core, names),
    unlockSecrets: async (passphrase) => (await keys()).unlockSecrets(core, passphrase),
    forgetEverything: async () => {
      const forgotten = await (await keys()).forgetEverything(core);
      await answerBy(core, defaultModelSettings);
      return forgotten;
    },
  };
}
