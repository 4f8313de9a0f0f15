/** Attacks on reports: what one client may make the server do, with reports and cards of repositories that were made to be slow. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRepository } from "#test/servers/git-repository.ts";
import { startGitServer } from "#test/servers/git-server.ts";
import { visitMany } from "./relay-visitors.ts";

export interface HostileHost {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** The path of a repository's branch: `/git/…`. */
  address(name: string, branch: string): string;
  stop(): Promise<void>;
}

/** Branches of each repository; no two share files. */
const branches = 30;

/** A line on which the trust rules are slowest, repeated. */
const slowText = 'exec(bytes.fromhex("7 '.repeat(11_000);

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: ${`Of ${name}, when asked. `.repeat(40)}\n---\nText.\n`;

/** A git host with `acme/slow`, whose files take long to scan, and `acme/long`, whose reports are long. */
export async function startHostileHost(): Promise<HostileHost> {
  const root = mkdtempSync(join(tmpdir(), "skillground-soak-"));
  const slow = Array.from({ length: 40 }, (_, index) => [`scripts/s${index}.py`, `${slowText}${index}`] as const);
  const long = Array.from({ length: 1000 }, (_, index) => [`s${index}/SKILL.md`, skill(`s${index}`)] as const);
  for (const [name, files] of [
    ["slow", slow],
    ["long", long],
  ] as const) {
    const tree = { ...Object.fromEntries(files), "SKILL.md": skill(name) };
    const each = Array.from({ length: branches }, (_, index) => [`b${index}`, { ...tree, "which.txt": `${index}` }]);
    createRepository(root, `acme/${name}`, tree, { branches: Object.fromEntries(each) });
  }
  const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
  return {
    host: new URL(git.url).host,
    address: (name, branch) => `/git/${encodeURIComponent(`${git.url}/acme/${name}`)}@${branch}`,
    async stop() {
      await git.stop();
      rmSync(root, { recursive: true });
    },
  };
}

/** Requests reports of branch after branch, from this many addresses. */
export async function reports(site: string, hostile: HostileHost, name: "slow" | "long"): Promise<string> {
  const statuses = await visitMany(site, { count: branches, abreast: 6 }, (index) => ({
    path: `/api/report${hostile.address(name, `b${index}`)}.json`,
    from: `127.7.7.${index % 3}`,
    timeoutMs: 60_000,
  }));
  return `${branches} reports, ${JSON.stringify(statuses)}`;
}

/** Requests one finished report again and again. */
export async function keptReports(site: string, hostile: HostileHost, count: number): Promise<string> {
  const statuses = await visitMany(site, { count, abreast: 16 }, () => ({
    path: `/api/report${hostile.address("long", "b29")}.json`,
    from: "127.7.7.9",
  }));
  return `${count} requests, ${JSON.stringify(statuses)}`;
}

/** Requests cards of branches that do not exist, each with a different text. */
export async function cards(site: string, hostile: HostileHost, count: number): Promise<string> {
  const statuses = await visitMany(site, { count, abreast: 16 }, (index) => ({
    path: `/og${hostile.address("slow", `no${index}`)}.png`,
    from: `127.8.8.${index % 2}`,
  }));
  return `${count} cards, ${JSON.stringify(statuses)}`;
}
