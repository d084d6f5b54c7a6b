/**
 * Loaded by `--import` into the server process of another checkout: what the benchmark imports from
 * packages comes from that checkout, whatever its own benchmark looks like.
 */
import { register } from 'node:module';

register('./resolve-from-checkout.js', import.meta.url, { data: process.env['BENCH_CHECKOUT'] });
