// A person at the console, made of the requests that its page makes. For tests: what a program may do without being asked is
// better said by rules, or by `onAsk`.

/** @typedef {{ use: "new" | "old" } | { use: "edited", lines: string[] }} HunkChoice */
/** @typedef {{ digest: string, realPath: string, hunks: { lines: string[] }[] }} ShownQuestion */
/** @typedef {{ answer: "allow", hunks?: HunkChoice[], comment?: string } | { answer: "deny", reason?: string }} ConsoleAnswer */

/**
 * Opens the link, waits for a question and answers it.
 * @param {string} link
 * @param {(question: ShownQuestion) => ConsoleAnswer} decide
 */
export async function answerAtConsole(link, decide) {
  const { origin } = new URL(link);
  // The link works once, and is exchanged for a cookie and for a key behind the # of the page's address.
  const opened = await fetch(link, { redirect: "manual" });
  const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";", 1);
  const key = /#key=(.+)$/.exec(opened.headers.get("location") ?? "")?.[1] ?? "";
  const headers = { cookie, "x-filewright-key": key };
  const leaving = new AbortController();
  // While this is open a person counts as being there, and questions come here.
  const stream = await fetch(`${origin}/api/stream`, { headers, signal: leaving.signal });
  const { engine, id } = await findQuestion(stream);
  const place = `${origin}/api/questions/${engine}/${id}`;
  const question = /** @type {ShownQuestion} */ (await (await fetch(place, { headers })).json());
  const answered = await fetch(place, {
    method: "POST",
    headers: { ...headers, origin, "content-type": "application/json" },
    // The digest names all that was shown: what has become another question meanwhile is not answered by this.
    body: JSON.stringify({ ...decide(question), digest: question.digest }),
  });
  leaving.abort();
  return /** @type {{ outcome: "answered" | "over" | "changed" }} */ (await answered.json());
}

/**
 * The first question that the stream tells of: one JSON object in each line.
 * @param {Response} stream
 * @returns {Promise<{ engine: string, id: string }>}
 */
async function findQuestion({ body }) {
  let rest = "";
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [question] = JSON.parse(line).questions ?? [];
      if (question !== undefined) return question;
    }
  }
  throw new Error("The console has closed.");
}
