import type { Violation } from './violation.js';
import { batchViolations } from './batch.js';
import { httpViolations } from './http.js';
import { idViolations } from './id.js';
import { methodViolations } from './method.js';
import { notificationViolations } from './notification.js';
import { paramsViolations } from './params.js';
import { parseViolations } from './parse.js';
import { requestViolations } from './request.js';
import { responseViolations } from './response.js';
import { socketViolations } from './socket.js';

export const allViolations: readonly Violation[] = [
  ...idViolations,
  ...notificationViolations,
  ...batchViolations,
  ...parseViolations,
  ...requestViolations,
  ...methodViolations,
  ...paramsViolations,
  ...responseViolations,
  ...httpViolations,
  ...socketViolations,
];
