/** What a request should lead to. Skills go by the names that the harness gives the model. */
export type Expectation =
  /** This skill should be picked. */
  | { readonly kind: "picks"; readonly skill: string }
  /** Anything but this skill should be picked: a near miss. */
  | { readonly kind: "avoids"; readonly skill: string }
  /** No skill should be picked. */
  | { readonly kind: "none" }
  /** Nothing is expected; the result is only shown. */
  | { readonly kind: "open" };

/** One request of a set. The same words twice are two requests. */
export interface EvalRequest {
  readonly text: string;
  readonly expects: Expectation;
  /** Other skills that are as good as the expected one. */
  readonly accepts?: readonly string[];
}

/** Most requests in a set: more cost more than they tell, and anyone can write a set. */
export const mostRequests = 500;
/** Most characters of one request. */
export const longestRequest = 8000;

/**
 * Reads a set as a person writes it, one request on each line. An arrow may be followed by the expectation: `-> pdf`, `-> pdf|docx` (either
 * is fine), `-> !pdf` (anything but pdf), `-> none`, `-> ?` (only show). Without an arrow the request should lead to `skill`. Lines that
 * begin with `#` are notes.
 */
export function readLines(text: string, skill: string | undefined): readonly EvalRequest[] {
  return text.split(/\r?\n/).flatMap((line) => readLine(line.trim(), skill) ?? []);
}

function readLine(line: string, skill: string | undefined): EvalRequest | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const arrow = /^(?<text>.*\S)\s+->\s*(?<not>!?)(?<name>\S+)$/.exec(line)?.groups;
  if (!arrow) return { text: line, expects: skill === undefined ? { kind: "open" } : { kind: "picks", skill } };
  const { text = "", not = "", name = "" } = arrow;
  const [first = "", ...accepts] = name.split("|").filter(Boolean);
  return { text, expects: expectation(not !== "", first), ...(accepts.length > 0 && { accepts }) };
}

function expectation(isNegated: boolean, name: string): Expectation {
  if (isNegated) return { kind: "avoids", skill: name };
  if (name === "none") return { kind: "none" };
  return name === "?" ? { kind: "open" } : { kind: "picks", skill: name };
}

/** The set in the form that `readLines` reads with the same `skill`; line breaks inside a request become blanks. */
export function writeLines(requests: readonly EvalRequest[], skill: string | undefined): string {
  return requests.map((request) => `${plainLine(request.text)}${arrowOf(request, skill)}`).join("\n");
}

/** The text on one line that neither begins as a note nor ends as an expectation. */
function plainLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^#+\s*/, "");
}

function arrowOf({ text, expects, accepts = [] }: EvalRequest, skill: string | undefined): string {
  switch (expects.kind) {
    case "picks":
      if (expects.skill === skill && accepts.length === 0 && !/\s->\s*\S+$/.test(text)) return "";
      return ` -> ${[expects.skill, ...accepts].join("|")}`;
    case "avoids":
      return ` -> !${expects.skill}`;
    case "none":
      return " -> none";
    case "open":
      return skill === undefined && !/\s->\s*\S+$/.test(text) ? "" : " -> ?";
  }
}
