/** Runs in full what `npm test` only samples. Takes minutes. `npm run soak mutations` runs one part. */
import { spawnSync } from "node:child_process";

const parts: Readonly<Record<string, readonly string[]>> = {
  hostile: ["vitest", "run", "hostile"],
  rules: ["vitest", "run", "lib/harness/explain", "lib/harness/quick-fixes"],
  mutations: ["vitest", "run", "lib/git/pack/mutations.slow.test.ts"],
  records: ["vitest", "run", "lib/workspace/opening/broken-records.test.ts"],
  frontmatter: ["vitest", "run", "lib/skills/yaml/parse-yaml.test.ts"],
  grep: ["vitest", "run", "lib/chat/tools/grep.slow.test.ts"],
  kills: ["node", "lib/tasks/soak/kills.ts"],
  server: ["node", "lib/tasks/soak/server.ts"],
  chat: ["node", "lib/tasks/soak/chat.ts"],
  calls: ["node", "lib/tasks/soak/many-calls.ts"],
  skills: ["node", "lib/tasks/soak/many-skills.ts"],
  rooms: ["node", "lib/tasks/soak/rooms.ts"],
  reports: ["node", "lib/tasks/soak/reports.ts"],
  list: ["vitest", "run", "lib/command/report/many/many.slow.test.ts"],
  markdown: ["node", "lib/tasks/soak/markdown.ts"],
  offline: ["node", "lib/tasks/soak/offline.ts"],
  lessons: ["node", "lib/tasks/soak/lessons.ts"],
  image: ["node", "lib/tasks/soak/image.ts"],
  "lab-kills": ["npm", "run", "e2e", "--", "kills.spec.ts", "--grep", "repository"],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`No such part: ${unknown}. There are ${Object.keys(parts).join(", ")}.`);

for (const [name, [command = "", ...args]] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { status } = spawnSync(command, args, {
    env: { ...process.env, SOAK: "1", SOAK_REPOSITORIES: "2000" },
    stdio: "inherit",
  });
  process.exitCode ||= status ?? 1;
}
