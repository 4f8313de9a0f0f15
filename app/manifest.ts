import type { MetadataRoute } from "next";
import { siteDescription } from "./site.ts";

/** The web app manifest, with which a browser can install the site. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Skillground",
    short_name: "Skillground",
    description: siteDescription,
    start_url: "/",
    display: "standalone",
    background_color: "#fbfaf7",
    theme_color: "#fbfaf7",
    categories: ["developer", "education"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
