import type { Change } from '../change.js';
import { groupBy } from '../group-by.js';
import type { Severity } from '../rules/rule.js';
import { byMethod, HEADINGS } from './group-changes.js';
import { bold, dim, plain, SEVERITY_STYLES, type Style } from './styles.js';

/** Formats changes for a terminal: the worst first, grouped by method, with the commands that explain the rules last. */
export function textReport(changes: readonly Change[], hasColor: boolean): string {
  if (changes.length === 0) return 'No changes\n';
  const [name, note] = hasColor ? [bold, dim] : [plain, plain];
  const styleOf = (severity: Severity): Style => (hasColor ? SEVERITY_STYLES[severity] : plain);
  const groups = HEADINGS.flatMap(([severity, heading]) => {
    const methods = byMethod(changes, severity);
    if (methods.size === 0) return [];
    const style = styleOf(severity);
    return [
      style(`${heading} (${[...methods.values()].flat().length})`),
      '',
      ...[...methods].flatMap(([method, group]) => [
        `  ${name(method)}`,
        // A member of several alternatives has the same change in each.
        ...[...groupBy(group, (change) => change.message)].flatMap(([message, places]) => [
          `    ${message}`,
          ...places.map((change) => `      ${style(change.rule)}  ${note(placesOf(change))}`),
        ]),
        '',
      ]),
    ];
  });
  return [...groups, ...explain(changes), ''].join('\n');
}

function placesOf({ oldPointer, newPointer }: Change): string {
  const places = [
    ...(oldPointer === undefined ? [] : [`old ${oldPointer}`]),
    ...(newPointer === undefined ? [] : [`new ${newPointer}`]),
  ];
  return places.join('  ');
}

/** Returns the command that explains each rule that found what breaks clients, or may break them. */
function explain(changes: readonly Change[]): readonly string[] {
  const found = changes.filter(({ severity }) => severity !== 'compatible');
  if (found.length === 0) return [];
  return [
    'How to avoid these changes, or make them in steps:',
    ...new Set(found.map(({ rule }) => `  jsonrpc-kit rule ${rule}`)),
  ];
}
