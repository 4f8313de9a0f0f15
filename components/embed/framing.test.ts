import { expect, test } from "vitest";
import { type FramedWindow, framingObjection } from "./framing.ts";

/** A window of another origin. */
const stranger = "stranger";
const strangers = {
  get pathname(): string {
    throw new DOMException("blocked", "SecurityError");
  },
  search: "",
};

/** Builds nested windows, outermost first, and returns the innermost. Each argument is an address, or `stranger`. */
function framed(...addresses: readonly string[]): FramedWindow {
  let above: FramedWindow | undefined;
  for (const address of addresses) {
    const parent = above;
    const page: FramedWindow = {
      get parent(): FramedWindow {
        return parent ?? page;
      },
      get location() {
        return address === stranger ? strangers : new URL(address, "https://lab.example");
      },
    };
    above = page;
  }
  if (!above) throw new Error("No window.");
  return above;
}

const embed = "/gh/a/b?view=why&embed=1";

test("any page stands in a window of its own, embeds too", () => {
  expect(framingObjection(framed("/gh/a/b"))).toBeUndefined();
  expect(framingObjection(framed(embed))).toBeUndefined();
});

test("an embed stands in a stranger's page, and in the lab's own preview", () => {
  expect(framingObjection(framed(stranger, embed))).toBeUndefined();
  expect(framingObjection(framed(stranger, stranger, embed))).toBeUndefined();
  expect(framingObjection(framed("/gh/a/b", embed))).toBeUndefined();
});

test.each(["/", "/gh/a/b", "/gh/a/b?embed=0", "/sign-in/openrouter", "/w/gh/a/b/01?embed=1"])(
  "%s stands in no page",
  (address) => {
    expect(framingObjection(framed(stranger, address))).toBe("not-an-embed");
    expect(framingObjection(framed("/gh/a/b", address))).toBe("not-an-embed");
  },
);

test("an embed stands in no other, however far out that is", () => {
  expect(framingObjection(framed(embed, embed))).toBe("within-an-embed");
  expect(framingObjection(framed(stranger, embed, stranger, embed))).toBe("within-an-embed");
  expect(framingObjection(framed(embed, "/gh/a/b"))).toBe("not-an-embed");
});
