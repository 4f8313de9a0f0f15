import type { FramingObjection } from "./framing.ts";

/** In place of a page that is not drawn within another one. */
export function NotInFrame({ objection, path }: { objection: FramingObjection; path: string }) {
  return (
    <main className="message">
      <h1>Not in a frame</h1>
      <p>
        {objection === "within-an-embed"
          ? "An embed of Skillground does not open within another one. Nothing was loaded."
          : "Within another page Skillground shows what was made for that, and nothing else: on this page a click could be stolen."}
      </p>
      <a href={path} target="_blank" rel="noopener">
        Open it in a tab of its own
      </a>
    </main>
  );
}
