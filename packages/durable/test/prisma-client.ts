import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { getPrismaClient } from '@prisma/client/runtime/client';

/** The parts of a transaction of Prisma that the tests use. */
export interface PrismaTransaction {
  readonly account: {
    findUniqueOrThrow(query: { where: { id: number } }): Promise<{ balance: number }>;
    update(query: { where: { id: number }; data: { balance: number } }): Promise<object>;
  };
  $queryRawUnsafe(text: string, ...values: unknown[]): Promise<unknown[]>;
}

/** The parts of Prisma's client that the tests use. */
export interface PrismaDatabase {
  $transaction<Result>(
    run: (tx: PrismaTransaction) => Promise<Result>,
    options: { isolationLevel: 'Serializable'; timeout: number; maxWait: number },
  ): Promise<Result>;
  $disconnect(): Promise<void>;
}

const SCHEMA = `
generator client {
  provider = "prisma-client"
  output   = "./generated"
}
datasource db {
  provider = "postgresql"
}
model Account {
  id      Int @id
  balance Int
  @@map("account")
}
`;

// These modules have no types.
const require = createRequire(import.meta.url);
const COMPILER = '@prisma/client/runtime/query_compiler_fast_bg.postgresql';

/** What `prisma generate` writes for the schema, without the types. The command itself downloads a program. */
const CONFIG = {
  previewFeatures: [],
  clientVersion: '7.10.0',
  engineVersion: '7.10.0',
  activeProvider: 'postgresql',
  inlineSchema: SCHEMA,
  runtimeDataModel: {
    models: {
      Account: {
        dbName: 'account',
        schema: null,
        fields: ['id', 'balance'].map((name) => ({ name, kind: 'scalar', type: 'Int' })),
      },
    },
    enums: {},
    types: {},
  },
  // Without this optimization, queries contain their values.
  parameterizationSchema: { strings: [], graph: 'AAAAAAAA' },
  compilerWasm: {
    getRuntime: async (): Promise<unknown> => require(`${COMPILER}.js`),
    getQueryCompilerWasmModule: async (): Promise<unknown> => {
      const { wasm } = require(`${COMPILER}.wasm-base64.js`) as { wasm: string };
      return createModule(Buffer.from(wasm, 'base64'));
    },
    importName: './query_compiler_fast_bg.js',
  },
};

/** The types of Node lack WebAssembly. */
function createModule(code: Buffer): unknown {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { Module: new (code: Buffer) => object };
  };
  return new WebAssembly.Module(code);
}

type PrismaClientClass = new (options: { adapter: object }) => PrismaDatabase;

/** Opens a client of Prisma whose tables are in a schema of the database. */
export function openPrisma(connectionString: string, schema: string): PrismaDatabase {
  const options = `-csearch_path=${schema}`;
  const adapter = new PrismaPg({ connectionString, max: 20, options }, { schema });
  const PrismaClient = getPrismaClient(CONFIG as never) as unknown as PrismaClientClass;
  return new PrismaClient({ adapter });
}
