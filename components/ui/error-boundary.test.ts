import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorBoundary } from "./error-boundary.tsx";

function boundary() {
  return new ErrorBoundary({ what: "This answer", children: "The answer itself." });
}

test("what stands inside is shown as it is", () => {
  expect(renderToStaticMarkup(boundary().render())).toBe("The answer itself.");
});

test("in the place of a part that fails stand what it is, why, and another try", () => {
  const failing = boundary();
  // Server rendering has no error boundaries, so React's part is done by hand.
  failing.state = ErrorBoundary.getDerivedStateFromError(new RangeError(`Too deep: ${"<b>".repeat(1000)}`));
  const shown = renderToStaticMarkup(failing.render());
  expect(shown).toMatch(/^<div role="alert"/);
  expect(shown).toContain("This answer could not be shown. The rest of the lab still works");
  expect(shown).toContain("Too deep: &lt;b&gt;");
  expect(shown.length).toBeLessThan(2500);
  expect(shown).toMatch(/<button.*Try again/);
  expect(shown).not.toContain("The answer itself.");
});

test.each([[undefined], ["a text"], [{ message: 1 }]])("whatever is thrown is told (%j)", (thrown) => {
  const failing = boundary();
  failing.state = ErrorBoundary.getDerivedStateFromError(thrown);
  expect(renderToStaticMarkup(failing.render())).toContain(String(thrown));
});
