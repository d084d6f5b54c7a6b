import { Components } from '../components/components.js';
import { SchemaWriter } from '../components/schema-writer.js';
import { ExampleMaker } from '../examples/example-maker.js';
import { ErrorResponses } from './error-responses.js';
import { SecuritySchemes } from './security-schemes.js';

/** What all operations of one OpenAPI document share. */
export class DocumentParts {
  readonly components: Components;
  readonly writer: SchemaWriter;
  readonly errors: ErrorResponses;
  readonly security: SecuritySchemes = new SecuritySchemes();

  constructor(fineNames: boolean) {
    this.components = new Components(fineNames);
    this.writer = new SchemaWriter(this.components, 'draft-2020-12');
    this.errors = new ErrorResponses(this.writer, this.components);
  }

  exampleMaker(): ExampleMaker {
    return new ExampleMaker((schema) => this.components.resolve(schema));
  }
}
