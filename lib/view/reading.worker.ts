import { type Dialect, readYaml, type YamlReading } from "#lib/skills/read-frontmatter.ts";

export interface ReadRequest {
  readonly dialect: Dialect;
  readonly yamls: readonly string[];
}

/** `ready`, once; then for each request the readings of its texts, in order. */
export type ReadReply = "ready" | readonly YamlReading[];

addEventListener("message", ({ data: { dialect, yamls } }: MessageEvent<ReadRequest>) => {
  postMessage(yamls.map((yaml) => readYaml(yaml, dialect)) satisfies ReadReply);
});
postMessage("ready" satisfies ReadReply);
