import { ExampleGenerator } from '../examples/example-generator.js';
import type { Dialect } from '../json-schema/json-schema.js';
import { Components } from './components.js';
import { SecuritySchemes } from './security-schemes.js';
import { SchemaConverter } from './schema-converter.js';

/** The schemas of one document while it is being generated. */
export class DocumentContext {
  readonly components: Components;
  readonly converter: SchemaConverter;
  readonly security: SecuritySchemes = new SecuritySchemes();

  constructor(dialect: Dialect, fineNames: boolean) {
    this.components = new Components(fineNames);
    this.converter = new SchemaConverter(this.components, dialect);
  }

  newExampleGenerator(): ExampleGenerator {
    return new ExampleGenerator((schema) => this.components.resolve(schema));
  }
}
