import type { Fault } from '../fault.js';
import { batchFaults } from './batch-faults.js';
import { httpFaults } from './http-faults.js';
import { idFaults } from './id-faults.js';
import { methodFaults } from './method-faults.js';
import { notificationFaults } from './notification-faults.js';
import { paramsFaults } from './params-faults.js';
import { parseFaults } from './parse-faults.js';
import { requestFaults } from './request-faults.js';
import { responseFaults } from './response-faults.js';
import { socketFaults } from './socket-faults.js';

export const allFaults: readonly Fault[] = [
  ...idFaults,
  ...notificationFaults,
  ...batchFaults,
  ...parseFaults,
  ...requestFaults,
  ...methodFaults,
  ...paramsFaults,
  ...responseFaults,
  ...httpFaults,
  ...socketFaults,
];
