import { trustRules } from "#lib/report/trust/rules.ts";
import { trustFile } from "#lib/report/trust/trust-file.ts";
import { readCorpus } from "./corpus.ts";

export interface WorstText {
  readonly rule: string;
  readonly path: string;
  /** The piece of text that was repeated. */
  readonly part: string;
  readonly milliseconds: number;
}

/**
 * Times the rules on texts that repeat beginnings and pieces of what they look for: on such texts an expression that backtracks is slow.
 * Returns the slowest.
 */
export function worstTexts(length: number, most: number): readonly WorstText[] {
  const found: WorstText[] = [];
  for (const { file, rules } of readCorpus("hostile")) {
    for (const part of partsOf(file.text)) {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length);
      const repeated = trustFile(file.path, new TextEncoder().encode(text));
      for (const rule of trustRules.filter(({ code }) => rules.includes(code))) {
        const start = performance.now();
        for (const _ of rule.find(repeated));
        found.push({ rule: rule.code, path: file.path, part, milliseconds: performance.now() - start });
      }
    }
  }
  return found.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, most);
}

function partsOf(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line.length > 8);
  const longest = lines.toSorted((a, b) => b.length - a.length)[0] ?? text;
  const words = longest.split(/(?<=[\s|;(=])/);
  return [longest.slice(0, -3), longest.slice(0, longest.length >> 1), ...words, `${words[0]}${words.at(-2) ?? ""}`]
    .filter((part) => part.length > 2)
    .flatMap((part) => [part, `${part} `]);
}
