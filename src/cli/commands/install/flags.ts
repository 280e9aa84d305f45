/** The options of `filewright install`. */
export interface InstallFlags {
  readonly project?: boolean;
  readonly root?: readonly string[];
  readonly mode?: string;
  readonly readOnly?: boolean;
  readonly http?: string;
  readonly tokenFile?: string;
  readonly tokenEnv?: boolean;
  readonly print?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}
