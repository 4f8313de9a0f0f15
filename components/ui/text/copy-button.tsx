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
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    // Safari refuses a text that is there only some time after the click, and takes a promise of it.
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text.then(plainText) })]);
    return true;
  } catch (caught) {
    if (caught instanceof DOMException || caught instanceof TypeError) return false;
    throw caught;
  }
}

function plainText(text: string): Blob {
  return new Blob([text], { type: "text/plain" });
}
