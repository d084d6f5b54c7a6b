import type { SchemaDialect } from '@jsonrpc-kit/openrpc';
import { ExampleGenerator } from '@jsonrpc-kit/openrpc/examples';
import { Components } from './components.js';
import { SecuritySchemes } from './security-schemes.js';
import { SchemaConverter } from './schema-converter.js';

/** The schemas of one document while it is being generated. */
export class DocumentContext {
  readonly components: Components;
  readonly converter: SchemaConverter;
  readonly security: SecuritySchemes = new SecuritySchemes();

  constructor(dialect: SchemaDialect, fineNames: boolean) {
    this.components = new Components(fineNames);
    this.converter = new SchemaConverter(this.components, dialect);
  }

  newExampleGenerator(): ExampleGenerator {
    return new ExampleGenerator({ resolve: (schema) => this.components.resolve(schema) });
  }
}
