/** @type {import("next").NextConfig} */
export default {
  // `next dev` on 127.0.0.1 never hydrates without this.
  allowedDevOrigins: ["127.0.0.1"],
  poweredByHeader: false,
  reactStrictMode: true,
};
