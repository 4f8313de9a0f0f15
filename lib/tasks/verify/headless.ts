import type { SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { CommandRule } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";

/** How a program treats a line when it is started without a terminal, as all are here, if that differs. Profiles are about terminals. */
export interface Headless {
  /** `none`: no line calls a skill. */
  readonly byUser?: Partial<SlashActivation> | "none";
  /** Whether a line that calls nothing goes to the model, whatever it begins with; `commands`: commands do so, too. */
  readonly passes?: "unknown" | "commands";
  /** The area in which a model reads without asking. */
  readonly opens?: "working-folder" | "anywhere";
  /** Commands that need a terminal, and what it prints for them: `{word}`, the command. */
  readonly unavailable?: { readonly names: readonly string[]; readonly says: string };
}

/** A harness's profile when it is started without a terminal. */
export function headless(profile: Profile, { byUser, passes, opens, unavailable }: Headless): Profile {
  const { activation, commands } = profile;
  const { unknown, ...known } = { ...commands, rules: [...sayingSo(unavailable), ...commands.rules] };
  return {
    ...profile,
    ...(opens && {
      guard: [{ area: { kind: opens }, permissions: { read: "granted" }, reason: "without a terminal" }],
    }),
    commands:
      passes === "commands"
        ? { rules: [], others: [] }
        : passes === "unknown"
          ? known
          : { ...known, ...(unknown !== undefined && { unknown }) },
    ...(byUser && { activation: { ...activation, byUser: callOf(activation.byUser, byUser) } }),
  };
}

function callOf(
  byUser: Profile["activation"]["byUser"],
  other: NonNullable<Headless["byUser"]>,
): Profile["activation"]["byUser"] {
  if (other === "none") return { kind: "none" };
  return byUser.kind === "slash" ? { ...byUser, ...other } : byUser;
}

function sayingSo(
  { names, says }: NonNullable<Headless["unavailable"]> = { names: [], says: "" },
): readonly CommandRule[] {
  return names.map((name) => {
    const word = `/${name}`;
    return { words: [word, "<rest>"], detail: "", does: { kind: "print", output: fillTemplate(says, { word }) } };
  });
}
