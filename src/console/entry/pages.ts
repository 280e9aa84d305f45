/** The pages before the login: static, without script and without a word about the server, its roots or its sessions. */

/** Where their style sheet is. */
export const STYLE_PATH = "/entry.css";

export type Notice = "signed-out" | "wrong-link" | "wrong-token";

const notices: Readonly<Record<Notice, string>> = {
  "signed-out": "This browser is not signed in.",
  "wrong-link": "This link does not work: it was used already, is too old, or was cut off.",
  "wrong-token": "That was not the token.",
};

export function renderSignIn(notice: Notice): string {
  const role = notice === "signed-out" ? "" : ' class="notice" role="alert"';
  return renderDocument(
    "Sign in",
    `<h1>Filewright console</h1>
<p${role}>${notices[notice]}</p>
<h2>With a link</h2>
<p>Run this where the server runs, and open the link that it prints. A link works once, for ten minutes.</p>
<pre><code>filewright console</code></pre>
<h2>With the token</h2>
<form method="post" action="/login">
<label for="token">The token, from the file that the server named at its start</label>
<div class="row"><input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"><button>Sign in</button></div>
</form>`,
  );
}

/**
 * Leads on from here. Who comes by a link of another page is taken for that page's guest until our own opens something:
 * browsers send no cookie before, and what that page has put behind the `#` is left behind.
 */
export function renderWayOn(target: string): string {
  return renderDocument(
    "Opening",
    `<h1>Filewright console</h1>
<p><a href="${target}">Open the console</a></p>`,
    `<meta http-equiv="refresh" content="0;url=${target}">\n`,
  );
}

export function renderNothing(): string {
  return renderDocument(
    "Nothing here",
    `<h1>There is nothing here</h1>
<p><a href="/">Open the console</a></p>`,
  );
}

export function renderNoPage(): string {
  return renderDocument(
    "No page",
    `<h1>The console's page is missing</h1>
<p>This installation came without it. Install Filewright anew, or build it: <code>npm run build</code>.</p>`,
  );
}

export function renderNotOurs(): string {
  return renderDocument(
    "Not allowed",
    `<h1>Not from there</h1>
<p>The console can't be loaded by other pages. <a href="/">Open it by itself</a></p>`,
  );
}

function renderDocument(title: string, body: string, head: string = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${head}<title>${title} · Filewright</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
