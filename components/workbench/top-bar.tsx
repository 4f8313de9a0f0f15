import Link from "next/link";
import { CompareButton } from "#components/compare/compare-button.tsx";
import { SourcesButton } from "#components/mounts/sources-button.tsx";
import { PaletteButton } from "#components/palette/palette-button.tsx";
import { ProfileFactsButton } from "#components/profile/profile-facts-button.tsx";
import { ReportButton } from "#components/report/report-button.tsx";
import { SettingsButton } from "#components/settings/settings-button.tsx";
import { ShareButton } from "#components/share/share-button.tsx";
import { harnessSelectId } from "#components/skills/opened-for.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Logo } from "#components/ui/site/logo.tsx";
import { ThemeButton } from "#components/ui/site/theme-button.tsx";
import { HarnessOptions } from "#components/workspace/harness-options.tsx";
import { useReadOnlyTab, useUnsaved } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { keepRecentHarness } from "#lib/keeping/usual-harness.ts";
import styles from "./top-bar.module.css";

/** The top bar: the open sources, the harness, and actions on the whole workspace. */
export function TopBar() {
  return (
    <header className={styles.bar}>
      <HomeLink />
      <h1 className={styles.title}>
        <SourcesButton />
      </h1>
      <PaletteButton />
      <div className={styles.tools}>
        <HarnessSelect />
        <ProfileFactsButton />
        <CompareButton />
        <ReportButton />
        <ShareButton />
        <SettingsButton />
      </div>
      <ThemeButton />
    </header>
  );
}

function HomeLink() {
  const unsaved = useUnsaved();
  return (
    <Link
      href="/"
      prefetch={false}
      className={styles.home}
      aria-label="Skillground: home page"
      onNavigate={(event) => {
        if (!unsaved) return;
        // With unsaved work the browser asks before it loads another page, but not before a client-side navigation, so this loads the page.
        event.preventDefault();
        location.assign("/");
      }}
    >
      <Logo />
      <span className={styles.name}>Skillground</span>
    </Link>
  );
}

function HarnessSelect() {
  const profileId = useWorkspace((state) => state.profileId);
  const isReadOnly = useReadOnlyTab();
  const { chooseProfile } = useActions();
  return (
    <Select
      id={harnessSelectId}
      label="Harness"
      className={styles.harness}
      value={profileId}
      disabled={isReadOnly}
      onChange={(id) => {
        keepRecentHarness(id);
        void chooseProfile(id);
      }}
    >
      <HarnessOptions />
    </Select>
  );
}
