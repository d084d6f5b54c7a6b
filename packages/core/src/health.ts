/**
 * Serves health checks for load balancers and orchestrators.
 *
 * @module
 */
export { type HealthOptions, serveHealth } from './api/health.js';
