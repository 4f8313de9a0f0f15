import { expect, test } from "vitest";
import { passphraseProblem, rememberingIn, rememberProblem } from "./remembering.tsx";

const ticked = (passphrase = "") => ({ isRemembered: true, passphrase });

test("what is ticked and typed says how a secret is kept", () => {
  expect(rememberingIn({ isRemembered: false, passphrase: "typed before" }, "none")).toEqual({ kind: "page" });
  expect(rememberingIn(ticked(), "none")).toEqual({ kind: "plain" });
  expect(rememberingIn(ticked("correct horse"), "none")).toEqual({ kind: "sealed", passphrase: "correct horse" });
  expect(rememberingIn(ticked(), "open")).toEqual({ kind: "sealed" });
});

test("a new passphrase has some length; one that exists is as it is", () => {
  expect(passphraseProblem(ticked("short"), "none")).toMatch(/at least 8 characters/);
  expect(passphraseProblem(ticked("long enough"), "none")).toBeUndefined();
  expect(passphraseProblem(ticked("short"), "locked")).toBeUndefined();
  expect(passphraseProblem(ticked(), "none")).toBeUndefined();
  expect(passphraseProblem({ isRemembered: false, passphrase: "short" }, "none")).toBeUndefined();
});

test("a forgotten passphrase gets one sentence and the way out, a full disk another", () => {
  expect(rememberProblem({ code: "passphrase-wrong" })).toMatch(
    /another passphrase\. Try again\..*forget the locked keys/,
  );
  expect(rememberProblem({ code: "storage-missing" })).toMatch(/^It could not be saved\..*until you reload\.$/);
});
