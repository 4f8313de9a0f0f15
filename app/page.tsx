import { Landing } from "#components/landing/landing.tsx";

export default function LandingPage() {
  return <Landing />;
}
