import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ParamsProblem } from '../call/read-problems.js';
import type { References } from '../document/references.js';
import type { CodeEditor } from './code-editor.js';

interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  /** Changes when the value was changed outside of the editor. Default: the value never is. */
  readonly revision?: number;
  readonly schema: unknown;
  readonly references: References;
  readonly problems: readonly ParamsProblem[];
  /** The names of params by position. */
  readonly names: readonly string[];
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
}

/** An editor for JSON. It is a plain text field until the code editor is loaded, or if loading fails. */
export function JsonEditor(props: JsonEditorProps): VNode {
  const { label, value, revision, problems, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let isGone = false;
    void import('./code-editor.js').then(
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
  );
}
