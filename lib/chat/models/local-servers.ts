import type { ListedModel } from "./listing.ts";
import { local } from "./sources/local.ts";

/** A program that serves models on the person's own computer. */
export interface LocalServer {
  readonly label: string;
  /** The address at which it listens by default. */
  readonly baseUrl: string;
  /** What lets pages of `origin` read its answers, one line for each way to start it. */
  readonly permits: (origin: string) => readonly Permit[];
}

/** What a person does so that a server lets this page in. */
export interface Permit {
  /** Where, or on which system. */
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

/** What was found where a server usually listens. */
export type LocalFinding = { readonly server: LocalServer } & (
  | { readonly kind: "found"; readonly models: readonly ListedModel[] }
  /** Something answers, and does not let this page read what. */
  | { readonly kind: "closed" }
  /** Something answers that serves no models. */
  | { readonly kind: "other" }
  | { readonly kind: "silent" }
);

/** Whether the browser lets this page reach servers on this computer; `unknown` to browsers that never ask. */
export type LocalAccess = "granted" | "denied" | "prompt" | "unknown";

/** Milliseconds that a server may take; more where the browser asks the person first. */
const usualPatience = 4000;
const patienceWithQuestion = 60_000;

interface Looking {
  readonly access?: LocalAccess;
  readonly fetch?: typeof fetch;
  /** Milliseconds; by `access` when absent. */
  readonly patience?: number;
}

/**
 * Looks for model servers on this computer: one request to each of the usual places, and a second one where the first cannot be
 * read. To be called on a person's click only: the browser may ask whether it is allowed. Rejects when `signal` ends it.
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
  // Chromium wants to hear that a loopback address is meant, where the page itself came by https.
  const ask: typeof fetch = (input, init) => request(input, { ...init, targetAddressSpace: "loopback" } as RequestInit);
  try {
    const models = await (local.list as NonNullable<typeof local.list>)(
      { key: "", baseUrl: server.baseUrl, fetch: ask },
      within,
    );
    return { server, kind: "found", models: models.filter(({ model }) => !/embed/i.test(model)) };
  } catch (caught) {
    // An answer of any kind shows that the server is there; a server that does not allow pages cannot be told from none.
    if (!(caught instanceof TypeError || caught instanceof DOMException)) return { server, kind: "other" };
    const isThere = await ask(server.baseUrl, { mode: "no-cors", signal: within }).then(
      () => true,
      () => false,
    );
    return { server, kind: isThere ? "closed" : "silent" };
  }
}

/** Whether the browser asks people before a page may reach this computer's own servers, and what was said to it. */
export async function localAccess(): Promise<LocalAccess> {
  // The second is the name of versions before Chromium 145.
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
