/** A contestant of this benchmark: one that edits files. */

/** A contestant's tools, opened on a folder. */
export interface EditingTools {
  /** Edits one file of the folder by its name. Returns the refusal, or undefined if the tool reports success. */
  edit(name: string, edit: TextChange): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface TextChange {
  readonly before: string;
  readonly old: string;
  readonly new: string;
}

export interface ContestantFolders {
  /** Holds the files to edit. */
  readonly files: string;
  /** Home and state folder of the contestant. */
  readonly home: string;
}

export interface EditContestant {
  readonly id: string;
  /** It makes this many edits of a run at most, evenly drawn; all if undefined. */
  readonly mostEdits?: number;
  open(folders: ContestantFolders): Promise<EditingTools>;
}
