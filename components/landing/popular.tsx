import cards from "./link-card.module.css";
import { RepositoryLink } from "./repository-link.tsx";

/** Public repositories that many people install skills from. */
const repositories = [
  { name: "anthropics/skills", text: "Word, Excel, PowerPoint and PDF files, design, and how to write skills" },
  { name: "obra/superpowers", text: "A way of working: plan first, test first, find the cause of a bug" },
  { name: "vercel-labs/agent-skills", text: "React, Next.js and web design, reviewed by the book" },
  { name: "mattpocock/skills", text: "A TypeScript teacher’s daily tools for planning and code" },
  { name: "trailofbits/skills", text: "Looking for security holes, by people who do it for a living" },
  { name: "openai/plugins", text: "Plugins for Codex, each with the skills it brings along" },
] as const;

/** Popular repositories; a click opens one in the lab. */
export function Popular() {
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className={cards.heading}>
        Open a popular repository <span>one click, straight from GitHub</span>
      </h2>
      <ul role="list" className={`${cards.list} ${cards.pairs}`}>
        {repositories.map(({ name, text }) => (
          <li key={name} className={cards.card}>
            <RepositoryLink source={{ kind: "git", url: `https://github.com/${name}` }} className={cards.link}>
              {name}
            </RepositoryLink>
            <span className={cards.text}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
