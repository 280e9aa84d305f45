import { Component, type ComponentChildren, type JSX } from "preact";
import { visible } from "../../../../src/text/visible.js";
import { Code } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import {
  formatClock,
  formatCount,
  formatDuration,
  formatMoment,
  formatTokens,
} from "../../parts/quantities.js";
import { Shown } from "../../parts/shown.js";
import type { CallRow } from "../../state/call-row.js";
import { renderRoute } from "../../text/route-hash.js";
import { describeState, marksOf } from "./call-words.js";

export interface CallLineProps {
  readonly row: CallRow;
  /** The name of its session, and the whole of it. */
  readonly session: string;
  readonly isOpen: boolean;
  readonly isGone: boolean;
  /** The one row that the tab key leads to; arrow keys lead on from there. */
  readonly isCurrent: boolean;
  readonly onOpen: (key: string) => void;
}

/** The cells of one row. Rendered anew only when something in it is another: there may be fifty events a second. */
export class CallLine extends Component<CallLineProps> {
  override shouldComponentUpdate(next: CallLineProps): boolean {
    return (Object.keys(next) as (keyof CallLineProps)[]).some((name) => next[name] !== this.props[name]);
  }

  override render({ row, session, isOpen, isGone, isCurrent, onOpen }: CallLineProps): JSX.Element {
    const classes = ["call-line", `call-line-${row.state}`, isOpen ? "call-line-open" : ""];
    return (
      // For the mouse the whole line is the button; for everything else there is a real one in it.
      <div
        class={classes.join(" ")}
        role="presentation"
        onClick={(event) => openUnlessLink(event, onOpen, row)}
      >
        <Cell name="time">
          <time title={formatMoment(row.at)}>{formatClock(row.at)}</time>
        </Cell>
        <Cell name="session" title={session}>
          <Shown text={session} />
        </Cell>
        <Cell name="tool">
          <button
            type="button"
            class="call-open"
            tabIndex={isCurrent ? 0 : -1}
            data-call={row.key}
            aria-expanded={isOpen}
            title={visible(row.tool)}
            onClick={() => onOpen(row.key)}
          >
            <Shown text={row.tool === "" ? "Call" : row.tool} />
          </button>
        </Cell>
        <Cell name="path">{row.path !== undefined && <PathLabel path={row.path} />}</Cell>
        <Cell name="result">
          <Result row={row} isGone={isGone} />
        </Cell>
        <Cell name="duration">{row.durationMs !== undefined && formatDuration(row.durationMs)}</Cell>
        <Cell name="tokens" {...tokenTitle(row)}>
          {row.characters !== undefined && formatTokens(row.characters)}
        </Cell>
      </div>
    );
  }
}

interface CellProps {
  readonly name: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

function Cell({ name, title, children }: CellProps): JSX.Element {
  return (
    <div
      class={`call-cell call-${name}`}
      role="cell"
      {...(title === undefined ? {} : { title: visible(title) })}
    >
      {children}
    </div>
  );
}

function Result({ row, isGone }: { readonly row: CallRow; readonly isGone: boolean }): JSX.Element {
  const { state, code, text, question, engine } = row;
  const words = describeState(row, { isGone });
  return (
    <>
      {state === "waiting" && !isGone && question !== undefined ? (
        <a href={renderRoute("questions", engine, question)}>Waiting for an answer</a>
      ) : (
        words !== "" && <span class={`call-state call-state-${state}`}>{words}</span>
      )}
      {code !== undefined && <Code class="call-code" text={code} />}
      {text !== undefined && (
        <span title={visible(text)}>
          <Shown text={text} />
        </span>
      )}
      {marksOf(row).map(({ tone, text, title }) => (
        <span key={text} class={tone} title={visible(title)}>
          <Shown text={text} />
        </span>
      ))}
    </>
  );
}

function tokenTitle({ characters }: CallRow): { readonly title?: string } {
  if (characters === undefined) return {};
  return { title: `Estimated from ${formatCount(characters)} characters` };
}

function openUnlessLink(event: Event, onOpen: (key: string) => void, row: CallRow): void {
  const isControl = event.target instanceof Element && event.target.closest("a, button") !== null;
  if (!isControl && getSelection()?.isCollapsed !== false) onOpen(row.key);
}
