import type { ScriptedAgent } from "../agent.js";
import type { EditableProject } from "../project/project.js";
import type { Story } from "../story.js";

const PATH = "harbor/store/cache.py";
const CONSTANTS = `DEFAULT_SECONDS = 300
MAX_ENTRIES = 5000`;
const CLASSES = `@dataclass
class Entry:
    value: object
    loaded_at: float
    seconds: float

    def is_fresh(self, now):
        return now - self.loaded_at < self.seconds


class StoreCache:
    """Keeps what was loaded for a while. Safe to use from several threads."""

    def __init__(self, store, seconds=DEFAULT_SECONDS, clock=time.monotonic):
        self._store = store
        self._seconds = seconds
        self._clock = clock
        self._entries = {}
        self._lock = threading.RLock()
        self._hits = 0
        self._misses = 0

    def load(self, kind, code):
        """What the store has under a code, from the cache while that is fresh."""
        key = (kind, code)
        now = self._clock()
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.is_fresh(now):
                self._hits += 1
                return entry.value
            self._misses += 1
        value = self._store.load(kind, code)
        self._put(key, value, now)
        return value

    def save(self, kind, value):
        """Save to the store; later loads see the new value at once."""
        self._store.save(kind, value)
        self._put((kind, value.code), value, self._clock())

    def forget(self, kind, code=None):
        """Forget one entry, or all of a kind."""
        with self._lock:
            if code is not None:
                self._entries.pop((kind, code), None)
                return
            for key in [key for key in self._entries if key[0] == kind]:
                del self._entries[key]

    def _put(self, key, value, now):
        with self._lock:
            self._entries[key] = Entry(value, now, self._seconds)

    def statistics(self):
        """How often the cache helped, for the health page."""
        total = self._hits + self._misses
        rate = self._hits / total if total else 0.0
        return {"hits": self._hits, "misses": self._misses, "rate": round(rate, 3)}

    def prefetch(self, kind, codes):
        """Load what will be needed; a code that fails is left for later."""
        for code in codes:
            try:
                self.load(kind, code)
            except LookupError as problem:
                logger.info("not prefetched: %s", problem)`;
const PUT = `            self._entries[key] = Entry(value, now, self._seconds)`;
const BOUNDED_PUT = `${PUT}
            while len(self._entries) > MAX_ENTRIES:
                self._entries.pop(next(iter(self._entries)))`;
const BEFORE_NEW_METHOD = `    def statistics(self):`;
const NEW_METHOD = `    def sweep(self):
        """Drop what is no longer fresh; called between requests."""
        now = self._clock()
        with self._lock:
            for key in [key for key, entry in self._entries.items() if not entry.is_fresh(now)]:
                del self._entries[key]

`;

/** A colleague renames the attribute that the agent is about to use in new code. */
function renameAttribute(project: EditableProject): void {
  project.set(PATH, rename(project.text(PATH)));
}

function rename(text: string): string {
  return text.replaceAll("self._entries", "self._kept");
}

export const resume: Story = {
  title: "resume a task after a colleague changed the file",
  modules: {
    [PATH]: {
      imports: ["import threading"],
      pieces: [
        { at: 0.05, text: CONSTANTS },
        { at: 0.4, text: CLASSES },
      ],
    },
  },
  finish(project) {
    project.replace(PATH, PUT, BOUNDED_PUT);
    renameAttribute(project);
    project.replace(PATH, BEFORE_NEW_METHOD, rename(NEW_METHOD) + BEFORE_NEW_METHOD);
  },
  meanwhile: renameAttribute,
  scripts: {
    /** Sends the planned edit: the server refuses it because the file changed, and shows the change. */
    async filewright(agent) {
      await begin(agent);
      agent.meanwhile();
      await agent.edit(PATH, addition(NEW_METHOD), { edits: addition(rename(NEW_METHOD)) });
    },
    searching: resumeWithAnotherLook,
    "server-filesystem": resumeWithAnotherLook,
  },
};

async function begin(agent: ScriptedAgent): Promise<void> {
  await agent.read(PATH);
  await agent.edit(PATH, [{ old: PUT.trim(), new: BOUNDED_PUT.trim() }]);
}

/** These tools do not notice outside changes, so a careful model reads the file again before it goes on. */
async function resumeWithAnotherLook(agent: ScriptedAgent): Promise<void> {
  await begin(agent);
  agent.meanwhile();
  await agent.read(PATH);
  await agent.edit(PATH, addition(rename(NEW_METHOD)));
}

function addition(method: string): { old: string; new: string }[] {
  return [{ old: BEFORE_NEW_METHOD, new: method + BEFORE_NEW_METHOD }];
}
