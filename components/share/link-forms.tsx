import { useState } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { Segments } from "#components/ui/toggles.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { embedAddress } from "#lib/share/embed.ts";
import { isEmbedAddress } from "#lib/share/embed-address.ts";
import { payloadLimits } from "#lib/share/payload/fragment.ts";
import { badgePath } from "#lib/share/source-path.ts";
import styles from "./share.module.css";
import { TextBox } from "./text-box.tsx";

/** The QR code generator is fetched when somebody wants a code. */
const QrCode = fetchedPart(async () => (await import("#components/ui/qr-code.tsx")).QrCode, {
  Waiting: () => <p role="status">Drawing the code…</p>,
});

/** Fetched when it is first shown. */
const EmbedForm = fetchedPart(async () => (await import("./embed-form.tsx")).EmbedForm, {
  Waiting: () => <p role="status">Fetching the preview…</p>,
});

type Form = "link" | "badge" | "embed" | "qr";

const forms = [
  { value: "link", label: "Link" },
  { value: "badge", label: "Badge" },
  { value: "embed", label: "HTML embed" },
  { value: "qr", label: "QR code" },
] as const;

/** A link in all forms: as it is, as a badge for a README, as an embed for a page, as a QR code for a room. */
export function LinkForms({ link }: { link: string }) {
  const [form, setForm] = useState<Form>("link");
  const badge = useWorkspace(({ mounts }) =>
    mounts.map(({ source }) => badgePath(source)).find((path) => path !== undefined),
  );
  // Assumes the most common setting until the server has answered.
  const holders = useWorkspace(({ serverEmbed = "everybody" }) => serverEmbed);
  const has = { link: true, badge: badge !== undefined, embed: holders.length > 0 && canBeEmbedded(link), qr: true };
  const isTooLong = link.length > payloadLimits.link;
  if (isTooLong)
    return (
      <p role="alert" className={styles.doubt}>
        This link has {formatCount(link.length)} characters, over the limit of {payloadLimits.link / 1024} KB. Leave
        something out, or save the workspace as a file.
      </p>
    );
  return (
    <div className={styles.forms}>
      <Segments
        label="Form of the link"
        options={forms.filter(({ value }) => has[value])}
        value={form}
        onChange={setForm}
      />
      {form === "badge" && badge !== undefined && <Badge link={link} badge={new URL(badge, link).href} />}
      {form === "embed" && <EmbedForm link={link} holders={holders} hasBadge={has.badge} />}
      {(form === "link" || form === "qr") && (
        <>
          <TextBox label="Link" copy="Copy link" text={link} />
          <p className={styles.note}>{lengthText(link.length)}</p>
        </>
      )}
      {form === "qr" && <QrCode text={link} />}
    </div>
  );
}

/** Whether the link can be embedded: a lesson needs a page to itself. */
function canBeEmbedded(link: string): boolean {
  const { pathname, search } = new URL(embedAddress(link, { view: "skills", theme: "auto" }));
  return isEmbedAddress(pathname, search);
}

/** Longer links are cut by some chats and mail programs. */
const wellCarried = 2000;

function lengthText(length: number): string {
  const text = `${formatCount(length)} characters`;
  return length > wellCarried ? `${text}. Some chat and mail apps cut links over 2,000: try it first.` : `${text}.`;
}

/** An image with live numbers for a README, linked to the workspace. */
function Badge({ link, badge }: { link: string; badge: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <p role="status">This server makes no badges for this source.</p>;
  const alt = "Agent skills, as each harness sees them";
  return (
    <>
      <p className={styles.preview}>
        {/* biome-ignore lint/performance/noImgElement: a drawing of a kilobyte, as a README shows it */}
        <img src={badge} alt={alt} height={20} onError={() => setMissing(true)} />
      </p>
      <TextBox label="Markdown" copy="Copy Markdown" text={`[![${alt}](${badge})](${link})`} />
      <TextBox
        label="HTML"
        copy="Copy HTML"
        text={`<a href="${link.replaceAll("&", "&amp;")}"><img src="${badge}" alt="${alt}"></a>`}
      />
    </>
  );
}
