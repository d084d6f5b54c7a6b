/**
 * Loaded by `--import` into the server process of another checkout. Replaces the packages that the
 * benchmark imports by those of that checkout. The benchmark itself stays this one.
 */
import { register } from 'node:module';

register('./resolve-from-checkout.js', import.meta.url, { data: process.env['BENCH_CHECKOUT'] });
