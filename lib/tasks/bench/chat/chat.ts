/** The cost of the chat, part by part; for some parts only: `npm run bench chat route streams`. */

const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  /** The time that this server adds before the first word of a lent model. */
  route: () => import("./lent-route.ts"),
  /** Three hundred answers of a lent model at once. */
  streams: () => import("./lent-streams.ts"),
  /** What twelve steps over a large catalog are billed, with and without the provider's cache. */
  caching: () => import("./prompt-caching.ts"),
  /** The time to show a long conversation, and to scroll through it. */
  conversations: () => import("./conversations.ts"),
};

const [, , , ...named] = process.argv;
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`No such part: ${name}. There are: ${Object.keys(parts).join(", ")}.`);
  await part();
}
