import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "onCopy"> {
  /** A function may fetch what writes the text. */
  readonly text: string | (() => string | Promise<string>);
  readonly label?: string;
  readonly onCopy?: () => void;
}

/** Copies `text`, and says for two seconds whether that worked. */
export function CopyButton({ text, label = "Copy", onCopy, ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  async function copy() {
    const copied = await copyText(typeof text === "string" ? text : text());
    setOutcome(copied ? "copied" : "refused");
    if (copied) onCopy?.();
  }
  return (
    <Button variant="quiet" size="small" {...rest} onClick={copy}>
      {outcome === "copied" ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">
        {outcome === "copied" ? "Copied" : outcome === "refused" ? "Could not copy" : label}
      </span>
    </Button>
  );
}

/**
 * Copies `text`.
 * @returns whether that worked: the browser refuses without a secure origin, a focused page or a permission, and the promise of a text may
 * be rejected
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  if (typeof text !== "string") return copyLater(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (caught) {
    if (caught instanceof DOMException || caught instanceof TypeError) return false;
    throw caught;
  }
}

/** Safari refuses a text that is there only some time after the click, and takes a promise of it. */
async function copyLater(text: Promise<string>): Promise<boolean> {
  const made = text.then((each) => new Blob([each], { type: "text/plain" }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": made })]);
    return true;
  } catch {
    // Also where the text could not be made, or an older browser has no such item.
    await made.catch(() => undefined);
    return false;
  }
}
