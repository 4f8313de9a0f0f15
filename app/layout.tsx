import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { FrameGuard } from "#components/embed/frame-guard.tsx";
import { NewVersion } from "#components/offline/new-version.tsx";
import { themeCookie, themeFrom } from "#components/ui/site/theme.ts";
import { embedHeader } from "#lib/share/embed-address.ts";
import { mono, sans } from "./fonts.ts";
import { siteDescription, siteOrigin, siteTitle } from "./site.ts";
import "./base.css";

/** Social pictures need an absolute address. */
export async function generateMetadata(): Promise<Metadata> {
  const origin = await siteOrigin();
  return {
    ...(origin && { metadataBase: origin }),
    title: { default: siteTitle, template: "%s · Skillground" },
    description: siteDescription,
    applicationName: "Skillground",
    openGraph: { type: "website", siteName: "Skillground" },
    twitter: { card: "summary_large_image" },
  };
}

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
 * security policy, and lets the first paint have the chosen theme without an inline script. An embed has the theme that its address asks
 * for.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const embedTheme = (await headers()).get(embedHeader);
  const theme = themeFrom(embedTheme ?? (await cookies()).get(themeCookie)?.value);
  return (
    <html
      lang="en"
      className={`${sans.variable} ${mono.variable}`}
      data-theme={theme === "system" ? undefined : theme}
      data-embed={embedTheme === null ? undefined : ""}
      suppressHydrationWarning
    >
      <body>
        <FrameGuard>{children}</FrameGuard>
        {embedTheme === null && <NewVersion />}
      </body>
    </html>
  );
}
