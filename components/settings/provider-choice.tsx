import type { ServerModel } from "#lib/chat/model-settings.ts";
import type { ProviderKind } from "./model-form.ts";
import styles from "./settings.module.css";

interface ProviderChoiceProps {
  readonly kind: ProviderKind;
  readonly serverModels: readonly ServerModel[];
  readonly onChange: (kind: ProviderKind) => void;
}

const providers: readonly { kind: ProviderKind; label: string; about: string }[] = [
  {
    kind: "demo",
    label: "Demo model",
    about: "Scripted, not an AI. Reads skills as the harness tells it to; works offline and without a key.",
  },
  { kind: "server", label: "This server's models", about: "Paid for by whoever runs this page." },
  { kind: "anthropic", label: "Anthropic", about: "Claude, with your own key." },
  {
    kind: "openai-compatible",
    label: "OpenAI-compatible",
    about: "OpenAI, OpenRouter, a model on this machine: anything that speaks OpenAI's protocol.",
  },
];

/** Who answers. What the server lends is offered only when it lends something. */
export function ProviderChoice({ kind, serverModels, onChange }: ProviderChoiceProps) {
  return (
    <fieldset className={styles.providers}>
      <legend>Model</legend>
      {providers
        .filter((provider) => provider.kind !== "server" || serverModels.length > 0)
        .map((provider) => (
          <label key={provider.kind} className={styles.provider}>
            <input
              type="radio"
              name="kind"
              value={provider.kind}
              checked={provider.kind === kind}
              onChange={() => onChange(provider.kind)}
            />
            <span>
              <strong>{provider.label}</strong>
              <span className={styles.about}>{provider.about}</span>
            </span>
          </label>
        ))}
    </fieldset>
  );
}
