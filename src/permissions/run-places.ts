/** Files that something runs by itself, known by where they lie. Names are compared without regard to capitals. */
import type { Risk } from "./ask.js";

interface RunPlace {
  readonly path: RegExp;
  readonly risk: Risk;
  /** What the change does there, before the file's name. */
  readonly text: string;
}

const START_UP_FILES = [
  "bashrc|bash_profile|bash_login|bash_logout|bash_aliases|bashenv",
  "zshrc|zprofile|zshenv|zlogin|zlogout|profile|login|cshrc|tcshrc|kshrc|envrc|direnvrc",
  "xprofile|xinitrc|xsession|xsessionrc|inputrc",
].join("|");

const places: readonly RunPlace[] = [
  {
    path: /(?:^|\/)(?:\.git\/hooks|\.git\/modules\/.*\/hooks|\.husky|\.githooks)\//,
    risk: "danger",
    text: "is run by git",
  },
  {
    path: /(?:^|\/)(?:\.git|git~1)(?:\/|$)/,
    risk: "danger",
    text: "changes git's own files, which can start programs",
  },
  {
    path: new RegExp(
      `(?:^|/)(?:\\.(?:${START_UP_FILES})|fish/config\\.fish|fish/conf\\.d/[^/]*|(?:microsoft\\.[^/]*_)?profile\\.ps1)$|^/etc/(?:profile(?:\\.d/.*)?|bash\\.bashrc|zsh/.*|environment)$`,
    ),
    risk: "danger",
    text: "is run whenever a shell starts",
  },
  {
    path: /(?:^|\/)(?:\.config\/autostart|library\/launch(?:agents|daemons)|\.config\/systemd\/user|etc\/systemd\/system|etc\/cron[^/]*|var\/spool\/cron|start menu\/programs\/startup)\/|^\/etc\/crontab$/,
    risk: "danger",
    text: "is started by the system",
  },
  {
    path: /(?:^|\/)\.ssh\/(?:authorized_keys2?|config|rc)$/,
    risk: "danger",
    text: "decides who may log in, or what a login runs",
  },
  {
    path: /(?:^|\/)(?:\.pre-commit-config\.yaml|\.?lefthook\.ya?ml|\.lintstagedrc[^/]*|\.huskyrc[^/]*)$/,
    risk: "warning",
    text: "changes what git's hooks run",
  },
  {
    path: /(?:^|\/)(?:\.github\/(?:workflows|actions)\/.*|\.(?:circleci|buildkite|woodpecker)\/.*|\.gitlab-ci\.ya?ml|\.(?:travis|drone|woodpecker)\.ya?ml|(?:azure|bitbucket)-pipelines\.ya?ml|jenkinsfile)$/,
    risk: "warning",
    text: "changes what runs on build servers",
  },
];

/** The gravest that fits; undefined for a file that nothing is known to run by itself. */
export function findRunPlace(path: string): { readonly risk: Risk; readonly text: string } | undefined {
  const spelled = path.toLowerCase();
  return places.find((place) => place.path.test(spelled));
}
