#!/usr/bin/env node
import { openApiKind } from './document-kind.js';
import { main } from './main.js';

await main(openApiKind);
