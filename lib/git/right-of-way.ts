import type { GitHttp } from "./git-http.ts";

export interface RightOfWay {
  /** Its answers are read on while small ones are asked for, and wait while those come. */
  readonly large: GitHttp;
  readonly small: GitHttp;
}

type Body = AsyncGenerator<Uint8Array, void>;

/** Two ways to ask over `http`: what is asked for in a small way overtakes what was in a large one. */
export function rightOfWay(http: GitHttp): RightOfWay {
  let passing: PromiseWithResolvers<void> | undefined;
  async function* give(body: Body): Body {
    for await (const chunk of body) {
      await passing?.promise;
      yield chunk;
    }
  }
  async function* take(body: Body): Body {
    try {
      for await (const chunk of body) {
        passing ??= Promise.withResolvers();
        yield chunk;
      }
    } finally {
      passing?.resolve();
      passing = undefined;
    }
  }
  const over =
    (way: (body: Body) => Body): GitHttp =>
    async (request) => {
      const answer = await http(request);
      return { ...answer, body: way(answer.body) };
    };
  return { large: over(give), small: over(take) };
}
