import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../message.ts";
import { alternatives, type Branches, endBelow, grow, numberOf, pathTo } from "./conversation.ts";

const message = (id: string, role: ChatMessage["role"] = "user"): ChatMessage => ({
  id,
  role,
  parts: [{ type: "text", text: id }],
});
const path = (...ids: string[]) => ids.map((id) => message(id));
const ids = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id).join("");
const at = (branches: Branches, id: string) => numberOf(branches, id);

describe("branches", () => {
  const line = grow([], path("a", "b", "c", "d"));
  const forked = grow(grow(line, path("a", "b", "e", "f")), path("g", "h"));

  it("grow by what follows, and fork where something else follows", () => {
    expect(ids(pathTo(forked, at(forked, "d")))).toBe("abcd");
    expect(ids(pathTo(forked, at(forked, "f")))).toBe("abef");
    expect(ids(pathTo(forked, at(forked, "h")))).toBe("gh");
    expect(ids(pathTo(forked, -1))).toBe("");
    expect(forked.slice(0, 4)).toEqual(line);
  });

  it("tell what stands in the same place, first messages included", () => {
    expect(alternatives(forked, "e").map((number) => forked[number]?.message.id)).toEqual(["c", "e"]);
    expect(alternatives(forked, "a").map((number) => forked[number]?.message.id)).toEqual(["a", "g"]);
    expect(alternatives(forked, "f")).toHaveLength(1);
    expect(alternatives(forked, "none")).toEqual([]);
  });

  it("end where the way leads that was taken last", () => {
    expect(ids(pathTo(forked, endBelow(forked, at(forked, "a"))))).toBe("abef");
    expect(ids(pathTo(forked, endBelow(forked, at(forked, "c"))))).toBe("abcd");
  });

  it("keep every node whose message is the same, so that only what changed is saved", () => {
    const [a, b, ...rest] = pathTo(forked, 3);
    const changed = { ...message("b"), metadata: { createdAt: 1 } };
    const next = grow(forked, [a, changed, ...rest] as ChatMessage[]);
    expect(next.flatMap((node, number) => (node === forked[number] ? [] : [number]))).toEqual([1]);
    expect(ids(pathTo(next, at(next, "f")))).toBe("abef");
    expect(grow(forked, [a, b, ...rest] as ChatMessage[])).toBe(forked);
  });

  it("are walked at once where ten thousand follow one another, or stand in one place", () => {
    const deep = grow(
      [],
      Array.from({ length: 10_000 }, (_, number) => message(`${number}`)),
    );
    expect(pathTo(deep, endBelow(deep, 0))).toHaveLength(10_000);
    let wide: Branches = grow([], path("a"));
    wide = [...wide, ...Array.from({ length: 10_000 }, (_, number) => ({ message: message(`x${number}`), parent: 0 }))];
    expect(alternatives(wide, "x7")).toHaveLength(10_000);
  });
});
