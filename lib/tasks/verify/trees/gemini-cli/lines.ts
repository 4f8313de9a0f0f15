import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const files = {
  ...skillsIn("{project}", { alpha: usualSkill("alpha", "a"), help: usualSkill("help", "h") }),
  ...below("app/.gemini/commands", {
    "c.toml": 'description = "d"\nprompt = "C {{args}}"\n',
    "plain.toml": 'prompt = "P"\n',
    "sub/deep.toml": 'prompt = "D"\n',
    "alpha.toml": 'prompt = "A"\n',
    "broken.toml": "prompt = \n",
  }),
  "app/notes.txt": "notes\n",
};
const lines = ["/c one two", "/plain x", "/sub:deep", "/alpha x", "/broken", "/nope x", "/skills list", "/ alpha"];

/** What becomes of lines without a terminal where commands lie beside the skills. */
export const geminiLineTrees: readonly Tree[] = [
  ...lines,
  ...["  /alpha", "?", "@notes.txt", "see @notes.txt and @nope", "a@b.c", "!echo x", "/alpha\nmore"],
].map(
  (line, index): Tree => ({
    name: `gemini-line-${index}`,
    why: JSON.stringify(line),
    only: ["gemini-cli"],
    files,
    line,
  }),
);
