import { tmpdir } from "node:os";
import { join } from "node:path";

/** First of six consecutive ports; with another base two checkouts can test at the same time. */
const base = Number(process.env.E2E_PORT ?? 4400);

/** Ports of the tests' servers; fixed, because the application reads them from its environment. */
export const ports = {
  app: base,
  git: base + 1,
  anthropic: base + 2,
  openai: base + 3,
  packages: base + 4,
  /** The application again, on a folder of this machine. */
  folder: base + 5,
} as const;

export const addresses = {
  app: `http://127.0.0.1:${ports.app}`,
  git: `http://127.0.0.1:${ports.git}`,
  anthropic: `http://127.0.0.1:${ports.anthropic}`,
  openai: `http://127.0.0.1:${ports.openai}`,
  packages: `http://127.0.0.1:${ports.packages}`,
} as const;

/** Folder of the git server's repositories: a test may create its own there, and move their branches. */
export const gitRoot = join(tmpdir(), `skillground-e2e-${ports.git}`);
