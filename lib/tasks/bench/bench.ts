/** Times and sizes in a real browser, each beside its reference. Asserts nothing. */

const areas: Readonly<Record<string, () => Promise<unknown>>> = {
  /** The production build: opening, answering, restoring, and what pages weigh. */
  pages: () => import("./pages/pages.ts"),
  /** What harnesses make of thousands of skills, in a worker. */
  harness: () => import("./harness/harness.ts"),
  /** Repositories, generated and any named behind it (bare, or with a `.git` folder), beside native git. */
  mounts: () => import("./mounts/mounts.ts"),
  /** How long a key waits while 2,000 skills come back that were made to hold the page up. */
  hostile: () => import("./hostile.ts"),
  /** What a page comes to with twenty repositories of 6 MB in 5,000 files (or as many as named behind it). */
  memory: () => import("./memory.ts"),
  /** Reports in the page and on the server, badges and links; of a generated repository and any named behind it. */
  report: () => import("./report/report.ts"),
  /** The installed command on a repository named behind it (with its `.git` folder, or bare), beside git's own clone of it. */
  command: () => import("./command.ts"),
  /** How right the rules of trust are, and the slowest that their expressions can be made. */
  trust: () => import("./trust.ts"),
  /** A class of forty and one of five hundred (or as many as named behind it) that open one repository at once. */
  classroom: () => import("./classroom/classroom.ts"),
  /** Thirty live rooms of forty learners, on one server and on two with a Redis; a lesson's checks among 2,000 skills. */
  rooms: () => import("./rooms/rooms.ts"),
  /** Lines of shell in the page beside bash with GNU's programs, whose answers it records anew for the tests. */
  shell: () => import("./shell.ts"),
  /** What a person waits for who runs a script: its first line, copies of many files, an end. */
  run: () => import("./run/run.ts"),
  /** Which scripts of the skills in folders and bare repositories named behind it run in the sandbox, and why others do not. */
  scripts: () => import("./run/scripts.ts"),
  /** How many words a person meets in each view. */
  words: () => import("./words.ts"),
  /** What the chat costs: through the server, many at once, in tokens; or the parts of `chat/chat.ts` named behind it. */
  chat: () => import("./chat/chat.ts"),
};

const [wanted] = process.argv.slice(2);
const chosen = wanted === undefined ? ["harness", "pages"] : [wanted];
for (const name of chosen) {
  const area = areas[name];
  if (!area) throw new Error(`No such benchmark: ${name}. There are: ${Object.keys(areas).join(", ")}.`);
  await area();
}
