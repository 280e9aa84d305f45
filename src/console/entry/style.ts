/** How the pages before the login look; the same colours as the console's own. */
export const ENTRY_STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171a);
  --surface: light-dark(#f5f7f6, #1c2023);
  --line: light-dark(#d5dbd8, #343b40);
  --text: light-dark(#1a211e, #e6eae8);
  --quiet: light-dark(#55605b, #a3aeaa);
  --accent: light-dark(#1f6f5c, #6fc7b0);
  --on-accent: light-dark(#ffffff, #0d1513);
  --bad: light-dark(#b3261e, #ff9b94);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 1.5rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
main {
  width: min(34rem, 100%);
  padding: 2rem;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
}
h1 { margin: 0 0 0.5rem; font-size: 1.4rem; }
h2 { margin: 1.75rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.25rem 0; }
a { color: var(--accent); }
pre {
  margin: 0.75rem 0 0;
  padding: 0.6rem 0.8rem;
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--ground);
}
code { font-family: ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.95em; }
label { display: block; margin-bottom: 0.75rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
input {
  flex: 1 1 14rem;
  min-width: 0;
  padding: 0.5rem 0.7rem;
  border: 1px solid var(--quiet);
  border-radius: 8px;
  background: var(--ground);
  color: inherit;
  font: inherit;
}
button {
  padding: 0.5rem 1.1rem;
  border: 0;
  border-radius: 8px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice { color: var(--bad); font-weight: 600; }
`;
