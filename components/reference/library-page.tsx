import guide from "#components/landing/guide.module.css";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import written from "#lib/library/reference.json" with { type: "json" };
import type { LibraryReference, ReferenceDoor, ReferenceEntry, ReferenceMember } from "#lib/library/reference-shape.ts";
import styles from "./library-page.module.css";

const { doors } = written as LibraryReference;

/** The reference of the library that programs can import, generated from its docstrings. */
export function LibraryPage() {
  return (
    <SitePage>
      <main className={guide.guide}>
        <h1>The engine as a library</h1>
        <p>
          Everything here can be asked by a program, too. Its functions are synchronous and pure: files go in as paths
          and texts, findings come out as values with codes. They read no disk and no network. Each example runs as it
          stands, and is run with every test of the package.
        </p>
        <nav aria-label="Imports" className={styles.index}>
          {doors.map((door) => (
            <DoorIndex key={door.name} door={door} />
          ))}
        </nav>
        {doors.map((door) => (
          <Door key={door.name} door={door} />
        ))}
      </main>
    </SitePage>
  );
}

/** The functions and values of an entry point by name; types are linked from where they are used. */
function DoorIndex({ door: { name, entries } }: { door: ReferenceDoor }) {
  return (
    <p>
      <a href={`#${anchorOf(name)}`}>
        <code>{name}</code>
      </a>
      {entries
        .filter(({ kind }) => kind !== "type")
        .map((entry) => (
          <a key={entry.name} href={`#${anchorOf(name, entry.name)}`}>
            {entry.name}
          </a>
        ))}
    </p>
  );
}

function Door({ door: { name, entries } }: { door: ReferenceDoor }) {
  const id = anchorOf(name);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <code>{name}</code>
      </h2>
      {entries.map((entry) => (
        <Entry key={entry.name} id={anchorOf(name, entry.name)} entry={entry} />
      ))}
    </section>
  );
}

function Entry({ id, entry: { name, code, about, members, throws, examples } }: { id: string; entry: ReferenceEntry }) {
  return (
    <article className={styles.entry} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {about !== "" && (
        <p>
          <DocText text={about} />
        </p>
      )}
      <pre>
        <code>{code}</code>
      </pre>
      {members.length > 0 && <Members of={members} />}
      {throws !== undefined && (
        <p>
          Throws <DocText text={throws} />.
        </p>
      )}
      {examples.map((example) => (
        <pre key={example}>
          <code>{example}</code>
        </pre>
      ))}
    </article>
  );
}

function Members({ of }: { of: readonly ReferenceMember[] }) {
  return (
    <dl className={guide.terms}>
      {of.map(({ name, type, isOptional, about }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {isOptional && <span className={styles.optional}> optional</span>}
          </dt>
          <dd>
            <code className={styles.type}>{type}</code>
            {about !== "" && (
              <p>
                <DocText text={about} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A docstring's text: code between backquotes, emphasis between underscores. */
function DocText({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\b_[^_`]+_\b)/).map((piece, index) => {
    const key = index;
    if (piece.startsWith("`")) return <code key={key}>{piece.slice(1, -1)}</code>;
    return piece.startsWith("_") ? <em key={key}>{piece.slice(1, -1)}</em> : piece;
  });
}

/** `skillground/words` and `markWord` → `words-markWord`. */
function anchorOf(door: string, entry?: string): string {
  const name = door.replace(/^.*\//, "");
  return entry === undefined ? name : `${name}-${entry}`;
}
