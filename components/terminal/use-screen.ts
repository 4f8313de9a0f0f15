import "@xterm/xterm/css/xterm.css";
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import { type RefObject, useEffect, useRef, useState } from "react";
import { onThemeChange } from "#components/ui/site/theme.ts";

/** Where lines and their output are shown. */
export interface Screen {
  write(text: string): void;
  clear(): void;
}

/**
 * Draws a read-only terminal in the element. Its output may be from anyone: escape sequences that do more than colour and move the cursor,
 * such as titles, the clipboard or links, are removed.
 */
export function useScreen(element: RefObject<HTMLElement | null>): Screen {
  const shown = useRef<Terminal>(undefined);
  const [announcing] = useState(createAnnouncing);
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
      // Keeps the colours of scripts readable in either theme.
      minimumContrastRatio: 4.5,
      // Disables links and everything else that a mouse could open.
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
      // Keeps following the end for whoever was looking at it.
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
    write(text) {
      const terminal = shown.current;
      if (!terminal) return;
      announcing.begin(terminal, text.length);
      for (let at = 0, end = 0; at < text.length; at = end) {
        end = pieceEnd(text, at);
        terminal.write(text.slice(at, end));
      }
      terminal.write("", () => announcing.end(terminal, () => shown.current === terminal));
    },
    clear: () => shown.current?.reset(),
  }).current;
}

/** Most characters that screen readers are told before there is a pause, and its milliseconds. */
const mostAnnounced = 16_384;
const pause = 1000;

/**
 * Lets screen readers be told what is written, unless it is much: the terminal would put all of it into the page at once. After a pause
 * they are told again.
 */
function createAnnouncing() {
  let characters = 0;
  let unread = 0;
  let later: ReturnType<typeof setTimeout> | undefined;
  return {
    begin(terminal: Terminal, length: number): void {
      clearTimeout(later);
      unread++;
      characters += length;
      if (characters > mostAnnounced) terminal.options.screenReaderMode = false;
    },
    /** @param isShown whether the terminal is still there */
    end(terminal: Terminal, isShown: () => boolean): void {
      if (--unread > 0) return;
      later = setTimeout(() => {
        characters = 0;
        if (isShown()) terminal.options.screenReaderMode = true;
      }, pause);
    },
  };
}

/** Most characters and lines of a piece. The terminal reads each in one task, so millions of lines at once would block the page for seconds. */
const mostOfPiece = { characters: 4096, lines: 256 } as const;

/** The end of the piece that begins at `from`. */
function pieceEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + mostOfPiece.characters);
  let at = from;
  for (let lines = 0; lines < mostOfPiece.lines; lines++) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0 || at >= end) return end;
  }
  return at;
}

/** Titles, colours of the whole terminal, links, the clipboard. */
const operatingSystemCommands = [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 133, 633, 777, 1337] as const;

function themeOf(element: HTMLElement) {
  const { color, backgroundColor } = getComputedStyle(element);
  return { foreground: color, background: backgroundColor, cursor: backgroundColor };
}

export const colours = { prompt: "\u001b[1m", error: "\u001b[31m", note: "\u001b[33m", plain: "\u001b[0m" } as const;

/** Writes a run's output to the screen; errors get another colour. */
export function outputOn(screen: Screen) {
  let isAtStart = true;
  return {
    write(stream: "out" | "err", text: string) {
      isAtStart = text.endsWith("\n");
      screen.write(stream === "err" ? `${colours.error}${text}${colours.plain}` : text);
    },
    /** Makes the next output begin on a new line. */
    endLine() {
      if (!isAtStart) screen.write("\n");
    },
  };
}
