import { noSkills, pieces, readFirstSkill, type Script } from "./model-script.ts";

/**
 * Obeys the message, so that a test can control the model from the page: `call <tool> <input as JSON>` makes that call and quotes its
 * result; `slowly <text>` streams the text with pauses, but at once when asked the same again. Asked which of two answers is better, it
 * prefers the one with skills. Anything else is answered by `readFirstSkill`.
 */
export function obedientScript(): Script {
  const asked = new Set<string>();
  return (request) => {
    const { results, system } = request;
    if (system.includes("<better>A</better>")) return { text: verdict(request.said) };
    // A harness's reminder is not part of the person's message.
    const said = request.said.split("\n\n<system-reminder>", 1)[0] ?? "";
    const [, name, input] = /^call (\w+) (\{.*\})$/s.exec(said) ?? [];
    if (name !== undefined && input !== undefined) {
      if (results.length > 0) return { text: `The tool said: ${results.join("\n")}` };
      return { text: "I do as I am told.", calls: [{ name, input: JSON.parse(input) as unknown }] };
    }
    if (!said.startsWith("slowly ")) return readFirstSkill(request);
    const text = said.slice("slowly ".length);
    const pause = asked.has(said) ? 0 : Math.ceil(longest / pieces(text).length);
    asked.add(said);
    return { text, pause };
  };
}

function verdict(said: string): string {
  const [, first = ""] = /^Answer A: (".*")$/m.exec(said) ?? [];
  return `The other one was offered nothing. <better>${first.includes(noSkills) ? "B" : "A"}</better>`;
}

/** Milliseconds of a slow answer, which the test stops long before. */
const longest = 30_000;
