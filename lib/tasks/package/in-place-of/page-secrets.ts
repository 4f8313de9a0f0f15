/** Replaces the secrets that a browser keeps: the command has none. */
export const secrets = { read: async () => undefined };
