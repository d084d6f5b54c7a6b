import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeProject } from 'create-jsonrpc-kit/dist/project/compose-project.js';
import { continueFile } from './continued-file.js';
import { type ModuleFile, type PagePlan, planPage } from './page-plan.js';
import type { Problem } from './problem.js';

/** The sources of files by their names. */
type Sources = ReadonlyMap<string, string>;

const FRONTMATTER = /^---\n(?<yaml>.*?\n)---\n/s;

/** What a page continues if it begins with the project that this command writes. */
const NEW_PROJECT = 'npm create';

/** Plans the checks of a page. If its front matter has `continues`, it begins with the files of that page. */
export function readPlan(folder: string, page: string): PagePlan {
  const markdown = readFileSync(join(folder, page), 'utf8');
  const plan = planPage(page, markdown);
  const yaml = FRONTMATTER.exec(markdown)?.groups?.['yaml'] ?? '';
  const continued = /^continues: (?<page>.+)$/m.exec(yaml)?.groups?.['page'];
  if (continued === undefined) return plan;
  const replaced = /^replaces: (?<files>.+)$/m.exec(yaml)?.groups?.['files']?.split(', ') ?? [];
  const former = new Map(
    continued === NEW_PROJECT ? newProject() : sourcesOf(readPlan(folder, `${continued}.md`)),
  );
  for (const name of replaced) former.delete(name);
  return continuePlan(plan, former);
}

function continuePlan(plan: PagePlan, former: Sources): PagePlan {
  const problems: Problem[] = [...plan.problems];
  const ownNames = new Set(plan.files.map(({ name }) => name));
  const unchanged: readonly ModuleFile[] = [...former]
    .filter(([name]) => !ownNames.has(name))
    .map(([name, source]) => ({ name, pieces: [], prints: [], throws: undefined, source }));
  const own = plan.files.map((file): ModuleFile => {
    let source = former.get(file.name);
    // The lines of a new file keep their numbers on the page.
    if (source === undefined) return file;
    for (const { code, line } of file.pieces) {
      try {
        source = continueFile(source, code);
      } catch (error) {
        problems.push({ page: plan.page, line, message: (error as Error).message });
      }
    }
    return { ...file, source };
  });
  return { ...plan, files: [...unchanged, ...own], problems };
}

/** Returns the sources of a page, without the empty lines that keep the numbers of its lines. */
export function sourcesOf({ files }: PagePlan): Sources {
  return new Map(
    files.map((file) => [file.name, file.source ?? file.pieces.map(({ code }) => code).join('\n')]),
  );
}

/** Returns the TypeScript of the project that `npm create` writes if its user chooses nothing. */
function newProject(): Sources {
  const files = composeProject('shop', {
    framework: 'hono',
    schema: 'valibot',
    database: 'none',
    'package-manager': 'npm',
  });
  return new Map([...files].filter(([name]) => name.endsWith('.ts')));
}
