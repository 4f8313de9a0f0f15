import { expect, test } from "vitest";
import { readGiven } from "./read-files.ts";

test("of what is dropped a folder is told, and the files beside it are read", async () => {
  const folder = { name: "evals", text: () => Promise.reject(new DOMException("no file", "NotFoundError")) } as File;
  const { told, lines } = await readGiven([folder, new File(["Fill in a form"], "a.txt")], { meant: "pdf", text: "" });
  expect([told, lines]).toEqual([["evals was not added: it cannot be read."], ["Fill in a form"]]);
});
