/** The choices of the user. Each name is a flag of the command, and a folder of `templates`. */
export interface Choices {
  readonly framework: 'hono' | 'express' | 'fastify' | 'node' | 'workers';
  readonly schema: 'valibot' | 'zod' | 'arktype';
  readonly database: 'none' | 'pglite' | 'postgres';
  readonly 'package-manager': 'npm' | 'pnpm' | 'yarn' | 'bun';
}

export type ChoiceName = keyof Choices;

/** A choice, with the label of each option. */
interface Choice<Option extends string> {
  readonly question: string;
  readonly options: Readonly<Record<Option, string>>;
}

/** The choices in the order of the questions. The first option of each is its default. */
export const choices: { readonly [Name in ChoiceName]: Choice<Choices[Name]> } = {
  framework: {
    question: 'Framework',
    options: {
      hono: 'Hono',
      express: 'Express',
      fastify: 'Fastify',
      node: 'node:http',
      workers: 'Cloudflare Workers',
    },
  },
  schema: {
    question: 'Schema library',
    options: { valibot: 'valibot', zod: 'zod', arktype: 'arktype' },
  },
  database: {
    question: 'Database',
    options: { none: 'none', pglite: 'PGlite with Drizzle', postgres: 'PostgreSQL with Kysely' },
  },
  'package-manager': {
    question: 'Package manager',
    options: { npm: 'npm', pnpm: 'pnpm', yarn: 'yarn', bun: 'bun' },
  },
};

export const choiceNames: readonly ChoiceName[] = Object.keys(choices) as ChoiceName[];

/** Returns the options of a choice that can be combined with the other choices. */
export function optionsOf(name: ChoiceName, others: Partial<Choices> = {}): readonly string[] {
  return Object.keys(choices[name].options).filter(
    (option) => conflictOf({ ...others, [name]: option }) === undefined,
  );
}

/** Returns why these choices can't be combined, or undefined if they can. */
export function conflictOf({ framework, database }: Partial<Choices>): string | undefined {
  if (framework !== 'workers') return undefined;
  if (database === 'postgres') {
    return 'Cloudflare Workers reach PostgreSQL only through a service such as Hyperdrive, which you have to create first. Choose another framework, or no database';
  }
  if (database !== 'pglite') return undefined;
  return "PGlite needs more memory than Cloudflare Workers allow, and can't keep its data there. Choose another framework, or no database";
}
