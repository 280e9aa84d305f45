/** Where rules come from, which folders are trusted, and what they add. */
import type { JSX } from "preact";
import type { RulesData } from "../../../../src/console/contract.js";
import { visible } from "../../../../src/text/visible.js";
import { Button } from "../../parts/button.js";
import { PathLabel } from "../../parts/path-label.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { type FolderSources, groupSources, sourceNames } from "./rules-model.js";

interface SourcesProps {
  readonly data: RulesData;
  readonly onTrust: (change: { readonly change: "trust" | "untrust"; readonly folder: string }) => void;
}

export function Sources({ data, onTrust }: SourcesProps): JSX.Element {
  return (
    <>
      <Section title="Where rules come from" class="rules-section">
        {groupSources(data.sources).map((group) => (
          <Folder key={group.folder ?? ""} group={group} onTrust={onTrust} />
        ))}
      </Section>
      <Section title="Folders added to the roots" class="rules-section">
        {data.directories.length === 0 ? (
          <p class="quiet">None. Settings can add some with “additionalDirectories”.</p>
        ) : (
          <ul class="rules-lines">
            {data.directories.map(({ path, file, withheld }) => (
              <li key={`${path}\n${file}`}>
                <span class="rules-added">
                  <PathLabel path={path} root={null} />
                  <span class="quiet">
                    from <Shown text={file} />
                  </span>
                  {withheld !== undefined && (
                    <span class="rules-why">
                      Does not count because <Shown text={withheld} />.
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

type FolderProps = { readonly group: FolderSources } & Pick<SourcesProps, "onTrust">;

function Folder({ group: { folder, isTrusted, sources }, onTrust }: FolderProps): JSX.Element {
  return (
    <div class="rules-folder">
      <div class="rules-folder-head">
        <h3>{folder === undefined ? "Your own" : <Shown text={folder} />}</h3>
        {folder !== undefined && (
          <>
            <span class={isTrusted ? "rules-trusted" : "rules-untrusted"}>
              {isTrusted ? "✓ trusted" : "not trusted"}
            </span>
            <Button
              aria-label={`${isTrusted ? "Stop trusting" : "Trust"} the folder ${visible(folder)}`}
              onClick={() => onTrust({ change: isTrusted ? "untrust" : "trust", folder })}
            >
              {isTrusted ? "Stop trusting…" : "Trust…"}
            </Button>
          </>
        )}
      </div>
      <ul>
        {sources.map(({ kind, file, isPresent }) => (
          <li key={file} class="rules-source">
            <span>{sourceNames[kind]}</span>
            <PathLabel path={file} />
            {!isPresent && <span class="quiet">no such file yet</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
