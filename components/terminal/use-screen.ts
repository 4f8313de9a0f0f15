import "@xterm/xterm/css/xterm.css";
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import { type RefObject, useEffect, useRef } from "react";
import { onThemeChange } from "#components/ui/site/theme.ts";

/** Where lines and what they print are shown. */
export interface Screen {
  write(text: string): void;
  clear(): void;
}

/**
 * Draws a terminal in the element, for reading only. What is written is from anyone: sequences that would do more than colour and move, such
 * as a title, the clipboard or a link, are taken out.
 */
export function useScreen(element: RefObject<HTMLElement | null>): Screen {
  const shown = useRef<Terminal>(undefined);
  useEffect(() => {
    if (!element.current) return;
    const terminal = new Terminal({
      convertEol: true,
      disableStdin: true,
      screenReaderMode: true,
      scrollback: 10_000,
      fontSize: 13,
      fontFamily: getComputedStyle(element.current).fontFamily,
      theme: themeOf(element.current),
      // Of the colours that scripts choose, on paper of either theme.
      minimumContrastRatio: 4.5,
      // Links and everything else that a mouse could be led to.
      linkHandler: null,
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(element.current);
    for (const code of operatingSystemCommands) terminal.parser.registerOscHandler(code, () => true);
    fit.fit();
    const resized = new ResizeObserver(() => {
      const { viewportY, baseY } = terminal.buffer.active;
      fit.fit();
      // Whoever looked at the end goes on to.
      if (viewportY >= baseY) terminal.scrollToBottom();
    });
    resized.observe(element.current);
    const { current } = element;
    const recolour = () => {
      terminal.options.theme = themeOf(current);
    };
    const stop = onThemeChange(recolour);
    shown.current = terminal;
    return () => {
      stop();
      resized.disconnect();
      terminal.dispose();
      shown.current = undefined;
    };
  }, [element]);
  return useRef<Screen>({
    write: (text) => shown.current?.write(text),
    clear: () => shown.current?.reset(),
  }).current;
}

/** Titles, colours of the whole terminal, links, the clipboard. */
const operatingSystemCommands = [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 133, 633, 777, 1337] as const;

function themeOf(element: HTMLElement) {
  const { color, backgroundColor } = getComputedStyle(element);
  return { foreground: color, background: backgroundColor, cursor: backgroundColor };
}

export const colours = { prompt: "\u001b[1m", error: "\u001b[31m", note: "\u001b[33m", plain: "\u001b[0m" } as const;

/** What a run prints, with its errors in another colour. */
export function outputOn(screen: Screen) {
  let isAtStart = true;
  return {
    write(stream: "out" | "err", text: string) {
      isAtStart = text.endsWith("\n");
      screen.write(stream === "err" ? `${colours.error}${text}${colours.plain}` : text);
    },
    /** Has what comes next begin a line. */
    endLine() {
      if (!isAtStart) screen.write("\n");
    },
  };
}
