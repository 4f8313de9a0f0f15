import type { ListedModel } from "./listing.ts";
import { local } from "./sources/local.ts";

/** A program that serves models on the person's own computer. */
export interface LocalServer {
  readonly label: string;
  /** The address at which it listens by default. */
  readonly baseUrl: string;
  /** The settings that let pages of `origin` read the server's answers, one for each way to start it. */
  readonly permits: (origin: string) => readonly Permit[];
}

/** What a person does to let this page read a server's answers. */
export interface Permit {
  /** The program or system that the line is for. */
  readonly where: string;
  /** The command or setting, to be typed exactly. */
  readonly line: string;
}

export const localServers: readonly LocalServer[] = [
  {
    label: "Ollama",
    baseUrl: "http://localhost:11434/v1",
    permits: (origin) => [
      { where: "In a terminal, on macOS and Linux", line: `OLLAMA_ORIGINS="${origin}" ollama serve` },
      { where: "For Ollama's app on macOS, then restart it", line: `launchctl setenv OLLAMA_ORIGINS "${origin}"` },
      { where: "On Windows, then restart Ollama", line: `setx OLLAMA_ORIGINS "${origin}"` },
      { where: "In the service of Linux (systemctl edit ollama)", line: `Environment="OLLAMA_ORIGINS=${origin}"` },
    ],
  },
  {
    label: "LM Studio",
    baseUrl: "http://localhost:1234/v1",
    permits: () => [
      { where: "In a terminal", line: "lms server start --cors" },
      { where: "Or in LM Studio, under Developer, Server Settings", line: "Enable CORS" },
    ],
  },
  {
    label: "llama.cpp",
    baseUrl: "http://localhost:8080/v1",
    // It answers pages of any origin without a setting.
    permits: () => [],
  },
];

/** What was found at a server's default address. */
export type LocalFinding = { readonly server: LocalServer } & (
  | { readonly kind: "found"; readonly models: readonly ListedModel[] }
  /** Something answers, but does not let this page read the answer. */
  | { readonly kind: "closed" }
  /** Something answers that is not a model server. */
  | { readonly kind: "other" }
  | { readonly kind: "silent" }
);

/** Whether the browser lets this page reach servers on this computer; `unknown` to browsers that never ask. */
export type LocalAccess = "granted" | "denied" | "prompt" | "unknown";

/** Milliseconds within which a server must answer; longer where the browser asks the person first. */
const usualPatience = 4000;
const patienceWithQuestion = 60_000;

interface Looking {
  readonly access?: LocalAccess;
  readonly fetch?: typeof fetch;
  /** Milliseconds; chosen by `access` when absent. */
  readonly patience?: number;
}

/**
 * Looks for model servers on this computer: one request to each default address, and a second one where the first
 * cannot be read. Call it only on a person's click: the browser may ask for permission. Rejects when `signal` aborts.
 */
export async function findLocalServers(
  signal: AbortSignal,
  { access = "unknown", fetch: request = fetch, patience }: Looking = {},
): Promise<readonly LocalFinding[]> {
  const wait = patience ?? (access === "prompt" ? patienceWithQuestion : usualPatience);
  const findings = await Promise.all(localServers.map((server) => findServer(server, wait, signal, request)));
  signal.throwIfAborted();
  return findings;
}

async function findServer(
  server: LocalServer,
  wait: number,
  signal: AbortSignal,
  request: typeof fetch,
): Promise<LocalFinding> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(wait)]);
  // On https pages, Chromium requires a request to a loopback address to be declared.
  const ask: typeof fetch = (input, init) => request(input, { ...init, targetAddressSpace: "loopback" } as RequestInit);
  try {
    const models = await (local.list as NonNullable<typeof local.list>)(
      { key: "", baseUrl: server.baseUrl, fetch: ask },
      within,
    );
    return { server, kind: "found", models: models.filter(({ model }) => !/embed/i.test(model)) };
  } catch (caught) {
    // Any answer shows that the server is there; a server that refuses pages cannot be told from a missing one.
    if (!(caught instanceof TypeError || caught instanceof DOMException)) return { server, kind: "other" };
    const isThere = await ask(server.baseUrl, { mode: "no-cors", signal: within }).then(
      () => true,
      () => false,
    );
    return { server, kind: isThere ? "closed" : "silent" };
  }
}

/** The browser's permission for this page to reach servers on this computer, where browsers have such a permission. */
export async function localAccess(): Promise<LocalAccess> {
  // The second name is that of versions before Chromium 145.
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch (unknown) {
      if (!(unknown instanceof TypeError)) throw unknown;
    }
  }
  return "unknown";
}
