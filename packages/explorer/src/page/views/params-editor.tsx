import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { parsePointer } from '@jsonrpc-kit/openrpc';
import { type ParamsProblem, readProblems } from '../call/read-problems.js';
import type { CallOutcome } from '../call/read-response.js';
import type { MethodModel } from '../document/api-model.js';
import type { CodeEditor } from '../editor/code-editor.js';
import { ParamsProblems } from './params-problems.js';
import type { ParamsCheck } from './use-params-check.js';

interface ParamsEditorProps {
  readonly label: string;
  readonly value: string;
  /** Changes when the value was changed outside of the editor. Default: the value never is. */
  readonly revision?: number;
  readonly method: MethodModel;
  readonly check: ParamsCheck;
  /** The outcome of a call with the same params. */
  readonly outcome?: CallOutcome | undefined;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
}

/**
 * An editor for the params of a method, and their problems. It is a plain text field until the code editor
 * is loaded, or if loading fails.
 */
export function ParamsEditor(props: ParamsEditorProps): VNode {
  const { label, value, revision, check, outcome, onChange } = props;
  const problems = useMemo(() => findProblems(check, outcome), [check, outcome]);
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let isGone = false;
    void import('../editor/code-editor.js').then(
      ({ createCodeEditor }) => {
        if (isGone || host.current === null) return;
        const hadFocus = document.activeElement === field.current;
        editor.current = createCodeEditor(host.current, latest);
        setReady(true);
        if (hadFocus) editor.current.focus();
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, []);
  // Not after each change of the value: while the user types, it lags behind the editor.
  useEffect(() => editor.current?.setText(latest.current.value), [revision]);
  useEffect(() => editor.current?.setProblems(problems), [problems, isReady]);

  return (
    <>
      <div class="editor">
        <div ref={host} class="editor-host" hidden={!isReady} />
        {!isReady && (
          <textarea
            ref={field}
            aria-label={label}
            value={value}
            rows={Math.min(Math.max(value.split('\n').length, 4), 20)}
            spellcheck={false}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </div>
      <ParamsProblems check={check} />
    </>
  );
}

/** The first part of the `loc` of a problem that is not in the params. */
const NOT_PARAMS = new Set<unknown>(['<header>', '<cookie>', '<body>']);

/** Returns the problems of the params that the page found, and those that the server reported. */
function findProblems(
  check: ParamsCheck,
  outcome: CallOutcome | undefined,
): readonly ParamsProblem[] {
  const found = check.problems.map(({ path, message }) => ({ loc: parsePointer(path), message }));
  const reported = outcome?.kind === 'error' ? readProblems(outcome.data) : [];
  return [...found, ...reported.filter(({ loc }) => !NOT_PARAMS.has(loc[0]))];
}
