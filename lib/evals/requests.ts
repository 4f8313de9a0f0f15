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

/** The request with its skills under other names. */
export function renameSkills<Request extends Pick<EvalRequest, "expects" | "accepts">>(
  request: Request,
  nameOf: (skill: string) => string,
): Request {
  const { expects, accepts } = request;
  return {
    ...request,
    ...("skill" in expects && { expects: { ...expects, skill: nameOf(expects.skill) } }),
    ...(accepts && { accepts: accepts.map(nameOf) }),
  };
}

/** Most requests in a set: more cost more than they tell, and anyone can write a set. */
export const mostRequests = 500;
/** Most characters of one request. */
export const longestRequest = 8000;

/**
 * Reads a set as a person writes it, one request on each line. An arrow may be followed by the expectation: `-> pdf`, `-> pdf|docx` (either
 * is fine), `-> !pdf` (anything but pdf), `-> "my skill"` (a name with blanks), `-> none`, `-> ?` (only show). Without an arrow the request
 * should lead to `skill`. Lines that begin with `#` are notes.
 */
export function readLines(text: string, skill: string | undefined): readonly EvalRequest[] {
  return text.split(/\r?\n/).flatMap((line) => readLine(line.trim(), skill) ?? []);
}

function readLine(line: string, skill: string | undefined): EvalRequest | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const arrow = expected.exec(line)?.groups;
  if (!arrow) return { text: line, expects: skill === undefined ? { kind: "open" } : { kind: "picks", skill } };
  const { text = "", not = "", names = "" } = arrow;
  const [first = "", ...accepts] = names.match(oneName) ?? [];
  const more = accepts.map(unquoted);
  return { text, expects: expectation(not !== "", first), ...(more.length > 0 && { accepts: more }) };
}

const expected = /^(?<text>.*\S)\s+->\s*(?<not>!?)(?<names>\S+|(?:"[^"]+"|[^\s"|]+)(?:\|(?:"[^"]+"|[^\s"|]+))*)$/;
const oneName = /"[^"]+"|[^|]+/g;

function unquoted(name: string): string {
  return name.replace(/^"(.+)"$/, "$1");
}

/** A name as it stands behind an arrow: in quotes where it would be read as something else. */
function nameText(skill: string): string {
  return /[\s|]|^!|^(?:none|\?)$/.test(skill) ? `"${skill}"` : skill;
}

function expectation(isNegated: boolean, name: string): Expectation {
  const skill = unquoted(name);
  if (isNegated) return { kind: "avoids", skill };
  if (name === "none") return { kind: "none" };
  return name === "?" ? { kind: "open" } : { kind: "picks", skill };
}

/** The set in the form that `readLines` reads with the same `skill`; line breaks inside a request become blanks. */
export function writeLines(requests: readonly EvalRequest[], skill: string | undefined): string {
  return requests.map((request) => `${plainLine(request.text)}${arrowOf(request, skill)}`).join("\n");
}

/** A request's text as it stands in a list: on one line, which does not begin as a note. */
export function plainLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^#+\s*/, "");
}

function arrowOf({ text, expects, accepts = [] }: EvalRequest, skill: string | undefined): string {
  switch (expects.kind) {
    case "picks":
      if (expects.skill === skill && accepts.length === 0 && !expected.test(text)) return "";
      return ` -> ${[expects.skill, ...accepts].map(nameText).join("|")}`;
    case "avoids":
      return ` -> !${nameText(expects.skill)}`;
    case "none":
      return " -> none";
    case "open":
      return skill === undefined && !expected.test(text) ? "" : " -> ?";
  }
}
