/** What the chat costs, part by part; named ones alone: `npm run bench chat route streams`. */

const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  /** What the way through this server adds until the first word of a lent model. */
  route: () => import("./lent-route.ts"),
  /** Three hundred answers of a lent model at once. */
  streams: () => import("./lent-streams.ts"),
  /** What twelve steps over a large catalog are billed, with the provider's cache and without. */
  caching: () => import("./prompt-caching.ts"),
  /** What a long conversation takes to be shown, and to be scrolled through. */
  conversations: () => import("./conversations.ts"),
};

const [, , , ...named] = process.argv;
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`No such part: ${name}. There are: ${Object.keys(parts).join(", ")}.`);
  await part();
}
