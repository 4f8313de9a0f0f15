import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { themeCookie, themeFrom } from "#components/ui/theme.ts";
import { mono, sans } from "./fonts.ts";
import "./base.css";

export const metadata: Metadata = {
  title: { default: "Skillground: try any agent skill, nothing to install", template: "%s · Skillground" },
  description:
    "Open any agent-skill repository in the browser, see exactly what each agent harness would make of it, and try it in a chat, with nothing installed.",
  applicationName: "Skillground",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  // The page shrinks above the on-screen keyboard, so that the message box stays in sight.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf7" },
    { media: "(prefers-color-scheme: dark)", color: "#14161a" },
  ],
};

/**
 * Reading the cookie makes every page dynamic, which they must be anyway for the nonce of the content
 * security policy, and lets the first paint have the chosen theme without an inline script.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeFrom((await cookies()).get(themeCookie)?.value);
  return (
    <html
      lang="en"
      className={`${sans.variable} ${mono.variable}`}
      data-theme={theme === "system" ? undefined : theme}
      suppressHydrationWarning
    >
      <body>{children}</body>
    </html>
  );
}
