/**
 * Programs that no run in a page has, with the reason. The sandbox answers with it when one is called, and a script's needs list it before
 * a run. Programs that the page's shell has, and unknown ones, are not included.
 */
export const absentPrograms: ReadonlyMap<string, AbsentProgram> = new Map([
  ...named(
    "network",
    "curl wget ssh scp sftp rsync nc telnet ping dig nslookup ftp gh glab aws gcloud az kubectl http.server",
  ),
  ...named(
    "installer",
    "npm npx pnpm yarn bun bunx deno uv uvx pip pip3 pipx poetry conda mamba brew apt apt-get dnf yum apk gem bundle venv",
  ),
  ...named("git", "git"),
  ...named(
    "binary",
    "soffice libreoffice pandoc ffmpeg ffprobe sox convert magick identify inkscape gs pdftotext pdftoppm pdfimages qpdf pdftk tesseract docker podman make cmake gcc cc g++ clang cargo rustc go java javac ruby perl php swift Rscript julia psql mysql redis-cli xelatex pdflatex latexmk typst dot mmdc plantuml exiftool yt-dlp chromium google-chrome osascript open xdg-open gitleaks semgrep codeql terraform ansible helm openssl gpg ssh-keygen xcodebuild xcrun adb nvidia-smi shellcheck fzf gum sqlite3 readelf objdump nm gdb strace " +
      "bzip2 bunzip2 bzcat xz unxz xzcat zstd unzstd 7z 7za unrar parallel zgrep zdiff less more dos2unix unix2dos tmux yq fd lldb valgrind protoc " +
      "vercel netlify wrangler firebase supabase flyctl heroku eas expo claude codex gemini opencode aider ollama huggingface-cli wandb dbt " +
      "minikube tofu vagrant packer trivy grype syft trufflehog bandit slither ruff mypy pytest eslint prettier tsc jest vitest biome " +
      "playwright chromedriver pre-commit dotnet mvn gradle composer bazel ninja meson flutter dart elixir cabal mongosh duckdb rclone " +
      "nmap tcpdump fastlane sops httpie msfconsole hardhat solc tectonic pbcopy pbpaste screencapture sips plutil sw_vers launchctl",
  ),
  ...named(
    "system",
    "sudo su systemctl service pkill pgrep pidof killall ps top htop free uptime vmstat lscpu lsblk lsof netstat df crontab journalctl dmesg chown chgrp mkfifo mknod mount umount " +
      "coproc ifconfig fuser pstree renice taskset chroot logger sysctl useradd userdel usermod groupadd iptables stty logname",
  ),
]);

export type AbsentProgram = "network" | "installer" | "git" | "binary" | "system";

function named(kind: AbsentProgram, names: string): (readonly [string, AbsentProgram])[] {
  return names.split(" ").map((name) => [name, kind] as const);
}
