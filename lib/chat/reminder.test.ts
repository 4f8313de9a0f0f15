import { expect, test } from "vitest";
import { lastReminded, withReminder } from "./instructions.ts";
import type { ChatMessage } from "./message.ts";

const reminder = { text: "\n\n<r>list</r>", catalog: "list", skills: 2 };

test("a reminder follows the message, and what was typed stays beside it", () => {
  expect(withReminder({ text: "hello" }, reminder)).toEqual({
    text: "hello\n\n<r>list</r>",
    typed: "hello",
    reminder: { catalog: "list", skills: 2, at: 5 },
  });
  expect(withReminder({ text: "the skill", typed: "/skill" }, reminder)).toMatchObject({ typed: "/skill" });
});

test("without one the message goes as it is", () => {
  expect(withReminder({ text: "hello" }, undefined)).toEqual({ text: "hello" });
});

test("the last catalog told counts, over messages without one", () => {
  const said = (id: string, catalog?: string): ChatMessage => ({
    id,
    role: "user",
    parts: [],
    metadata: catalog === undefined ? {} : { reminder: { catalog, skills: 1, at: 0 } },
  });
  expect(lastReminded([said("1", "old"), said("2", "new"), said("3")])).toBe("new");
  expect(lastReminded([said("1")])).toBeUndefined();
});
