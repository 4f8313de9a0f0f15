"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { chooseTheme, currentTheme, onThemeChange, type Theme } from "./theme.ts";

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const icons = { system: Monitor, light: Sun, dark: Moon };

/** Cycles through system, light and dark; its name says which one is active. */
export function ThemeButton() {
  const theme = useSyncExternalStore<Theme>(onThemeChange, currentTheme, () => "system");
  const Icon = icons[theme];
  return (
    <IconButton label={`Theme: ${theme}`} onClick={() => chooseTheme(next[theme])}>
      <Icon size={16} aria-hidden />
    </IconButton>
  );
}
