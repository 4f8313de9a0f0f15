// biome-ignore lint/style/noRestrictedImports: bundled by itself for the frame (`lib/tasks/diagram-page.ts`), never for a page
import mermaid from "mermaid";
import { type DiagramRequest, diagramLimits, type FrameReply, otherLayoutEvent } from "./diagram-messages.ts";

/**
 * The script of the frame that draws one diagram. The diagram's text may be from anyone: whatever it makes this script do stays in a
 * document without origin, network or storage (`next.config.mjs`), from which the lab accepts only a height or a refusal.
 */
let isAsked = false;
let isOtherLayout = false;

addEventListener(otherLayoutEvent, () => {
  isOtherLayout = true;
});

addEventListener("message", ({ source, data }: MessageEvent<DiagramRequest>) => {
  if (source !== parent || isAsked) return;
  isAsked = true;
  // This kind asks for ELK by its name; the layout setting below overrides that without an event from the stub.
  isOtherLayout = /^\s*flowchart-elk\b/m.test(data.text);
  void draw(data).then(show, (caught) => say(refusalOf(caught, data.text)));
});
// The sandbox hides the lab's origin too, so "*" is used; `frame-ancestors` makes sure that the parent is no other site.
parent.postMessage({ kind: "ready" } satisfies FrameReply, "*");

/** The same colours as the tokens in `app/base.css`. */
const colours = {
  light: {
    ink: "#1c1d20",
    line: "#53575e",
    edge: "#9b978c",
    card: "#ffffff",
    fills: ["#f3f1ec", "#dff4ec", "#ebeafb"],
  },
  dark: { ink: "#e9e7e2", line: "#a8acb3", edge: "#636a76", card: "#1b1e24", fills: ["#2a2e36", "#0f2c25", "#22204a"] },
} as const;

/** Overrides the layout of the kinds that Mermaid lays out with ELK by default. */
const usualLayout = { layout: "dagre" } as const;

async function draw({ text, isDark }: DiagramRequest): Promise<string> {
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  const { ink, line, edge, card, fills } = isDark ? colours.dark : colours.light;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    maxTextSize: diagramLimits.length,
    maxEdges: diagramLimits.edges,
    // Settings that a diagram's text may not change.
    secure: [
      ...["secure", "securityLevel", "startOnLoad", "suppressErrorRendering", "maxTextSize", "maxEdges"],
      ...["htmlLabels", "dompurifyConfig", "themeCSS", "fontFamily"],
    ],
    fontFamily: "system-ui, sans-serif",
    // Set for each kind: set globally, it would change the layout of mind maps as well.
    flowchart: usualLayout,
    state: usualLayout,
    class: usualLayout,
    er: usualLayout,
    requirement: usualLayout,
    usecase: usualLayout,
    agentflow: usualLayout,
    theme: "base",
    themeVariables: {
      darkMode: isDark,
      background: card,
      fontFamily: "system-ui, sans-serif",
      fontSize: "14px",
      primaryColor: fills[0],
      secondaryColor: fills[1],
      tertiaryColor: fills[2],
      primaryTextColor: ink,
      secondaryTextColor: ink,
      tertiaryTextColor: ink,
      primaryBorderColor: edge,
      secondaryBorderColor: edge,
      tertiaryBorderColor: edge,
      lineColor: line,
      edgeLabelBackground: card,
      textColor: ink,
    },
  });
  const { svg } = await mermaid.render("diagram", text);
  return svg;
}

function show(svg: string): void {
  document.body.innerHTML = svg;
  const [drawn] = document.getElementsByTagName("svg");
  // A link could only lead out of the diagram, into an error.
  for (const link of document.querySelectorAll("a")) {
    for (const name of link.getAttributeNames()) if (/href|target/.test(name)) link.removeAttribute(name);
  }
  // Drawn smaller than this nobody could read it, so it scrolls instead.
  if (drawn) drawn.style.minWidth = `${Math.round(0.6 * drawn.viewBox.baseVal.width)}px`;
  // Browsers call no observer in a frame that is out of sight, in which diagrams near the viewport are drawn.
  tellHeight();
  new ResizeObserver(tellHeight).observe(document.documentElement);
}

function tellHeight(): void {
  const root = document.documentElement;
  // Includes the horizontal scroll bar.
  const height = Math.ceil(root.getBoundingClientRect().height) + innerHeight - root.clientHeight;
  // Height 0: the frame is hidden for the moment.
  if (height > 0) say({ kind: "drawn", height, ...(isOtherLayout && { isOtherLayout }) });
}

function refusalOf(caught: unknown, text: string): FrameReply {
  const message = caught instanceof Error ? caught.message : "";
  if (message.startsWith("Edge limit exceeded")) return { kind: "many" };
  const line = Number(/\bline:? (\d+)/i.exec(message)?.[1]);
  // Mermaid drops settings and comments before it counts lines, and reports an unexpected end behind the last line.
  const isCounted = !/^\s*(?:---|%%)/m.test(text) && line <= text.trimEnd().split("\n").length;
  return { kind: "syntax", ...(isCounted && { line }) };
}

function say(reply: FrameReply): void {
  parent.postMessage(reply, "*");
}
