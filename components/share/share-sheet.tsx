import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { formatBytes, formatCount, plural } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName, VisibleText } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { ShareOffer } from "#lib/workspace/state.ts";
import styles from "./share.module.css";

/** What a link would open, shown before anything is mounted; nothing else of the lab can be reached meanwhile. */
export function ShareSheet() {
  const phase = useWorkspace((state) => state.phase);
  return phase.kind === "offered" ? <OfferedWorkspace offer={phase.offer} /> : null;
}

function OfferedWorkspace({ offer }: { offer: ShareOffer }) {
  const { acceptOffer } = useActions();
  const { skills, scripts, prompt } = offer;
  return (
    <Dialog
      title="Open shared workspace"
      onClose={leave}
      dismissable={false}
      footer={
        <>
          <p className={styles.promise}>Nothing runs and nothing is sent until you say so.</p>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" onClick={() => void acceptOffer()}>
            Open workspace
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.lead}>
          Somebody made this link. Look at what it opens; a skill is text that tells a model what to do.
        </p>
        <OfferSource offer={offer} />
        {prompt !== undefined && (
          <section className={styles.section}>
            <h3>Prompt</h3>
            <p className={styles.note}>Put into the message box. It is not sent until you press Send.</p>
            <VisibleText text={prompt} />
          </section>
        )}
        <PathList
          title="Skills"
          rows={skills.map(({ name, path }) => ({ name, path }))}
          none="No SKILL.md: a harness will find nothing here."
        />
        <PathList
          title="Scripts"
          rows={scripts.map((path) => ({ path }))}
          none="No scripts found."
          note="The lab runs none of them. A harness on your own machine might."
        />
      </div>
    </Dialog>
  );
}

/** Loads the first page anew, which drops whatever was fetched for the offer. */
function leave() {
  location.assign("/");
}

/** Where the files come from, which state of them, and how many. */
function OfferSource({ offer }: { offer: ShareOffer }) {
  const { source, label, commit, pinned, fileCount, byteCount, profileId, skill } = offer;
  return (
    <dl className={styles.source}>
      {source.kind === "git" && <Row name="Host" value={<code>{new URL(source.url).host}</code>} />}
      <Row
        name={source.kind === "git" ? "Repository" : "Source"}
        value={
          <code>
            <VisibleName text={label} />
          </code>
        }
      />
      {source.kind === "git" && (source.path ?? source.refPath) && (
        <Row
          name="Folder"
          value={
            <code>
              <VisibleName text={source.path ?? source.refPath ?? ""} />
            </code>
          }
        />
      )}
      {source.kind === "git" && (
        <Row
          name="Commit"
          value={
            <>
              <code>
                <VisibleName text={commit ?? source.ref ?? "the newest"} />
              </code>{" "}
              {pinned ? (
                <Tag title="The link names this commit: it always opens the same files">pinned</Tag>
              ) : (
                <Tag tone="bad" title="The link names a branch, not a commit: tomorrow it may open other files">
                  may change
                </Tag>
              )}
            </>
          }
        />
      )}
      <Row name="Size" value={`${plural(fileCount, "file")}, ${formatBytes(byteCount)}`} />
      {profileId !== undefined && <Row name="Harness" value={profileById(profileId).label} />}
      {skill !== undefined && (
        <Row
          name="Shows"
          value={
            <code>
              <VisibleName text={skill} />
            </code>
          }
        />
      )}
    </dl>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface PathListProps {
  readonly title: string;
  readonly rows: readonly { readonly path: string; readonly name?: string }[];
  /** A sentence in place of an empty list. */
  readonly none: string;
  readonly note?: string;
}

/** More rows than this want a filter. */
const many = 12;

/** Every path of one kind that the link brings: none is left out, many can be searched. */
function PathList({ title, rows, none, note }: PathListProps) {
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase();
  const found = rows.filter(({ path, name = "" }) => `${name}\n${path}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.section}>
      <h3>
        {title} <span>{formatCount(rows.length)}</span>
      </h3>
      {rows.length === 0 && <p className={styles.note}>{none}</p>}
      {rows.length > 0 && note && <p className={styles.note}>{note}</p>}
      {rows.length > many && (
        <TextField
          label={`Filter ${title.toLowerCase()}`}
          labelHidden
          placeholder={`Filter ${title.toLowerCase()}`}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      {rows.length > 0 && (
        <ul role="list" className={styles.paths} tabIndex={0} aria-label={title}>
          {found.map(({ path, name }) => (
            <li key={path}>
              {name !== undefined && (
                <strong>
                  <VisibleName text={name} />
                </strong>
              )}{" "}
              <code>
                <VisibleName text={path} />
              </code>
            </li>
          ))}
          {found.length === 0 && <li>None matches.</li>}
        </ul>
      )}
    </section>
  );
}
