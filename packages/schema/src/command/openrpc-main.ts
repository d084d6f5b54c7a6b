#!/usr/bin/env node
import { openRpcKind } from './document-kind.js';
import { main } from './main.js';

await main(openRpcKind);
