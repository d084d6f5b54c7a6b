import type { PgBossModule } from '../src/jobs/pg-boss.js';

/** The newest major of pg-boss that this Node can run. */
export const newestPgBoss: PgBossModule =
  Number(process.versions.node.split('.')[0]) >= 22
    ? await import('pg-boss-12')
    : await import('pg-boss');
