/** Where the tests' servers listen. Fixed, because the application learns them from its environment. */
const ports = { app: 4400, git: 4401, anthropic: 4402, openai: 4403 } as const;

export const addresses = {
  app: `http://127.0.0.1:${ports.app}`,
  git: `http://127.0.0.1:${ports.git}`,
  anthropic: `http://127.0.0.1:${ports.anthropic}`,
  openai: `http://127.0.0.1:${ports.openai}`,
} as const;

export { ports };
