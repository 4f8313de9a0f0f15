import { Probe } from "#components/probe.tsx";
export default function Page() { return <Probe />; }
