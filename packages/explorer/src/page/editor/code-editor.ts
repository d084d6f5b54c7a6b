import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import {
  type Diagnostic,
  forEachDiagnostic,
  nextDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import type { ParamsProblem } from '../call/read-problems.js';
import type { MethodModel } from '../document/api-model.js';
import { jsonCursor } from '../schema/json-cursor.js';
import { suggest } from '../schema/suggest.js';
import { colors, editorTheme } from './editor-theme.js';
import { valueRange } from './value-range.js';

/** The current properties of the component. The editor reads them at each use, because they change. */
export interface EditorSource {
  readonly current: {
    readonly label: string;
    readonly value: string;
    readonly method: MethodModel;
    readonly onChange: (text: string) => void;
    readonly onSubmit: () => void;
  };
}

export interface CodeEditor {
  readonly setText: (text: string) => void;
  /** Underlines the values that have problems. */
  readonly setProblems: (problems: readonly ParamsProblem[]) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

/**
 * Creates an editor. It is in a shadow tree, where CodeMirror constructs its style sheets: in the
 * document it would add `<style>` elements, which the content security policy forbids.
 */
export function createCodeEditor(host: HTMLElement, source: EditorSource): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({ root, parent: root, state: createState(source) });
  return {
    setText: (text) => {
      const { length } = view.state.doc;
      if (view.state.doc.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: length, insert: text } });
    },
    setProblems: (problems) => {
      const { state } = view;
      const names = source.current.method.params.map(({ name }) => name);
      const diagnostics = problems.map(({ loc, message }) => ({
        ...valueRange(state, loc, names),
        severity: 'error' as const,
        message,
      }));
      // Setting diagnostics closes the tooltip that shows one.
      if (!isUnderlined(state, diagnostics)) view.dispatch(setDiagnostics(state, diagnostics));
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function isUnderlined(state: EditorState, diagnostics: readonly Diagnostic[]): boolean {
  const underlined: Diagnostic[] = [];
  forEachDiagnostic(state, ({ severity, message }, from, to) => {
    underlined.push({ from, to, severity, message });
  });
  return JSON.stringify(underlined) === JSON.stringify(diagnostics);
}

function createState(source: EditorSource): EditorState {
  const submit = (): boolean => {
    source.current.onSubmit();
    return true;
  };
  return EditorState.create({
    doc: source.current.value,
    extensions: [
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      json(),
      syntaxHighlighting(colors),
      editorTheme,
      EditorView.lineWrapping,
      autocompletion({ override: [(context) => complete(context, source)], icons: false }),
      // Tab leaves the editor, so that it can be used without a mouse.
      keymap.of([
        { key: 'Mod-Enter', run: submit },
        { key: 'Tab', run: acceptCompletion },
        { key: 'F8', run: nextDiagnostic },
        ...closeBracketsKeymap,
        ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
        ...historyKeymap,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': source.current.label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) source.current.onChange(update.state.doc.toString());
      }),
    ],
  });
}

function complete(context: CompletionContext, source: EditorSource): CompletionResult | null {
  const { paramsSchema, references } = source.current.method;
  const text = context.state.doc.toString();
  const cursor = jsonCursor(text, context.pos);
  if (cursor === undefined) return null;
  if (!context.explicit && cursor.from === context.pos && cursor.kind === 'value') return null;
  // The filter of CodeMirror would compare the opening quote with the labels.
  const typed = withoutQuotes(text.slice(cursor.from, context.pos)).toLowerCase();
  const suggestions = suggest(paramsSchema, cursor, references).filter(({ label }) =>
    withoutQuotes(label).toLowerCase().includes(typed),
  );
  if (suggestions.length === 0) return null;
  return {
    from: cursor.from,
    options: suggestions.map(({ label, text: apply, detail, info = '' }) => ({
      label,
      detail,
      ...(info === '' ? {} : { info }),
      apply: (view, _, from, to) => {
        // The closing quote was added with the opening one.
        const isQuoted = view.state.sliceDoc(to, to + 1) === '"' && apply.startsWith('"');
        const changes = { from, to: isQuoted ? to + 1 : to, insert: apply };
        view.dispatch({ changes, selection: { anchor: from + apply.length } });
      },
    })),
    filter: false,
  };
}

function withoutQuotes(text: string): string {
  return text.replace(/^"|"$/g, '');
}
