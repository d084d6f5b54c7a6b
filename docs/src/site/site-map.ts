/** Pages that belong together, in the order in which they are read. */
export interface Section {
  readonly title: string;
  /** From the folder of the pages, without ending: `guide/errors`. */
  readonly pages: readonly string[];
}

/** Every page written by hand but the first one. A page that is not here fails the build. */
export const siteMap: readonly Section[] = [
  {
    title: 'Start',
    pages: ['start/index', 'start/hono', 'start/express', 'start/fastify', 'start/node'],
  },
  {
    title: 'Methods',
    pages: [
      'guide/methods-and-arguments',
      'guide/dependencies',
      'guide/transactions',
      'guide/errors',
      'guide/middlewares-and-context',
      'guide/batches-and-notifications',
      'guide/worker-methods',
    ],
  },
  {
    title: 'Around them',
    pages: ['guide/documents-and-page', 'guide/testing', 'guide/client', 'guide/tracking'],
  },
  {
    title: 'In production',
    pages: ['guide/limits-and-security', 'guide/threat-model', 'guide/deployment'],
  },
  { title: 'Looking up', pages: ['guide/coming-from-python'] },
  { title: 'Measured', pages: ['conformance', 'benchmarks'] },
];

/** The first page, as the others are named. */
export const HOME = 'index';

/** Where the pages stand that are made of the declarations. */
export const REFERENCE = 'reference/';
