/** Measures times and sizes in a real browser, each beside its reference. Asserts nothing. */

const areas: Readonly<Record<string, () => Promise<unknown>>> = {
  /** The production build: opening, answering, restoring, and page weights. */
  pages: () => import("./pages/pages.ts"),
  /** Evaluating thousands of skills under the harnesses, in a worker. */
  harness: () => import("./harness/harness.ts"),
  /** Mounting repositories, generated ones and any named as arguments (bare, or with a `.git` folder), beside native git. */
  mounts: () => import("./mounts/mounts.ts"),
  /** How long a key press waits while 2,000 skills are reopened that were made to block the page. */
  hostile: () => import("./hostile.ts"),
  /** A page's memory with twenty repositories of 6 MB in 5,000 files (or as many as given as an argument). */
  memory: () => import("./memory.ts"),
  /** Reports in the page and on the server, badges and links; of a generated repository and any named as arguments. */
  report: () => import("./report/report.ts"),
  /** The installed command on a repository named as an argument (with its `.git` folder, or bare), beside git's own clone of it. */
  command: () => import("./command.ts"),
  /** Precision and recall of the trust rules, and the slowest inputs for their expressions. */
  trust: () => import("./trust.ts"),
  /** A class of forty and one of five hundred (or as many as given as an argument) that open one repository at once. */
  classroom: () => import("./classroom/classroom.ts"),
  /** Thirty live rooms of forty learners, on one server and on two with Redis; a lesson's checks among 2,000 skills. */
  rooms: () => import("./rooms/rooms.ts"),
  /** Shell lines in the page beside bash with GNU's programs, whose answers it records anew for the tests. */
  shell: () => import("./shell.ts"),
  /** What a person waits for when running a script: its first output, copying many files, stopping. */
  run: () => import("./run/run.ts"),
  /** Which scripts of the skills in folders and bare repositories named as arguments run in the sandbox, and why others do not. */
  scripts: () => import("./run/scripts.ts"),
  /** How many words a person sees in each view. */
  words: () => import("./words.ts"),
  /** The cost of the chat: through the server, many at once, in tokens; or the parts of `chat/chat.ts` named as arguments. */
  chat: () => import("./chat/chat.ts"),
};

const [wanted] = process.argv.slice(2);
const chosen = wanted === undefined ? ["harness", "pages"] : [wanted];
for (const name of chosen) {
  const area = areas[name];
  if (!area) throw new Error(`No such benchmark: ${name}. There are: ${Object.keys(areas).join(", ")}.`);
  await area();
}
