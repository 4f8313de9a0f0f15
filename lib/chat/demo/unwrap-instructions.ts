/** Everything that a harness hands over around a skill's instructions, each with the instructions as its last group. */
const wrappers = [
  // GenCode: arguments, then lists of files, each with an empty line after it.
  /^<skill-invocation name="[^\n]*">\n(?:User arguments: [^\n]*\n\n)?(?:(?:Available scripts|Reference files) [^\n]*\n(?: {2}- [^\n]*\n)*\n)*([\s\S]*?)\n<\/skill-invocation>/,
  // Kodelet.
  /^<result>\n# Skill: [\s\S]*?\n## Instructions\n\n([\s\S]*?)\n<\/result>\n?$/,
  // ak-coder.
  /^Apply Skill "[^\n]*\n\nInstructions:\n([\s\S]*)$/,
  // Keen, which sends the whole file, and its RFC, which tells the arguments first.
  /^\[Activated? skill: [^\n]*\]\n(?:Arguments: [^\n]*\n)?\n?([\s\S]*)$/,
];

/** A skill's instructions out of what a harness put around them; any other text as it is. */
export function unwrapInstructions(text: string): string {
  const match = wrappers.map((wrapper) => wrapper.exec(text)).find((found) => found !== null);
  return (match?.[1] ?? text).trim();
}
