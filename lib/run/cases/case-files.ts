/** The files in the working folder before each line, by path; `!` in front of a path makes the file executable. */
export const caseFiles: Readonly<Record<string, string>> = {
  "in.txt": "title\n---\nname: a\ndescription: b c\n---\nbody 1\nbody 2\n\n---\nmore\n---\nend\n",
  "no-end": "one\ntwo",
  "r.txt": "READ\n",
  "table.csv": "name,count,city\nann,3,Bern\nbob,12,Ulm\ncid,7,Bern\n",
  "data.json": '{"name":"x","list":[1,2,3],"deep":{"a":"b"}}\n',
  numbers: "10\n9\n2\n33\n2\n",
  "src/a.js": "const a = 1; // TODO\nexport { a };\n",
  "src/b.js": "import { a } from './a.js';\n",
  "src/deep/c.md": "# Title\n\nSome text with a TODO.\n",
  ".agents/skills/dot/SKILL.md": "---\nname: dot\ndescription: In a hidden folder\n---\nhidden body\n",
  "skills/one/SKILL.md": "---\nname: one\ndescription: First skill\n---\n\n# One\n\nSee [ref](ref.md).\n",
  "skills/one/ref.md": "Reference\n",
  "skills/two/SKILL.md": '---\nname: two\ndescription: "Second: skill"\nlicense: MIT\n---\nBody\n',
  "!hello.sh": '#!/usr/bin/env bash\nset -euo pipefail\necho "Hello $1"\n',
};
