/**
 * A content that a changed file had or has, as an event carries it: its name and size at once, its text when someone looks.
 * Of what is no text, or too large to be passed about, there is no text; its name finds it in the history.
 */

/** Texts of more bytes than this stay where they are. */
export const MAX_CARRIED_BYTES: number = 1024 * 1024;

export interface ContentSource {
  /** The name of the version, made when it is first asked for: it takes a hash of the whole content. */
  readonly id: string;
  readonly size: number;
}

export class ChangedContent {
  readonly #source: ContentSource;
  #readText: (() => string | undefined) | undefined;
  #text: string | undefined;

  constructor(source: ContentSource, readText?: () => string | undefined) {
    this.#source = source;
    this.#readText = source.size <= MAX_CARRIED_BYTES ? readText : undefined;
  }

  get version(): string {
    return this.#source.id;
  }

  /** In bytes. */
  get size(): number {
    return this.#source.size;
  }

  get text(): string | undefined {
    if (this.#readText !== undefined) {
      this.#text = this.#readText();
      this.#readText = undefined;
    }
    return this.#text;
  }

  /** The same content without its text, for whoever keeps events for long. */
  withoutText(): ChangedContent {
    return new ChangedContent({ id: this.version, size: this.size });
  }

  toJSON(): { readonly version: string; readonly size: number; readonly text?: string } {
    const { version, size, text } = this;
    return { version, size, ...(text === undefined ? {} : { text }) };
  }
}
