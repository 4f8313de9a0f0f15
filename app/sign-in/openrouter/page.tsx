import type { Metadata } from "next";
import { SignInReturn } from "#components/settings/models/sign-in-return.tsx";

export const metadata: Metadata = { title: "Signing in", robots: { index: false } };
export default SignInReturn;
