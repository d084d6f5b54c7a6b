import type { Series } from './prometheus-server.js';

/** A panel of the dashboard with its data. */
export interface DrawnPanel {
  readonly title: string;
  readonly series: readonly Series[];
}

/** A time in which a failure was planted, in seconds since 1970. */
export interface FailureTime {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const WIDTH = 920;
const PLOT = { left: 250, width: 640, height: 46, gap: 22, top: 44 };
const COLORS = ['#0f766e', '#b45309', '#4338ca', '#be123c', '#4d7c0f', '#7e22ce', '#0369a1'];

/** Draws the panels below each other, with the times of the failures shaded. */
export function drawPanels(
  panels: readonly DrawnPanel[],
  failures: readonly FailureTime[],
): string {
  const from = Math.min(...failures.map((failure) => failure.from)) - 10;
  const to = Math.max(...failures.map((failure) => failure.to)) + 10;
  const x = (at: number): number => PLOT.left + ((at - from) / (to - from)) * PLOT.width;
  const height = PLOT.top + panels.length * (PLOT.height + PLOT.gap) + 10;
  const shades = failures.map(
    (failure) =>
      `<rect x="${x(failure.from).toFixed(1)}" y="28" width="${(x(failure.to) - x(failure.from)).toFixed(1)}" ` +
      `height="${height - 36}" fill="#fde68a" fill-opacity="0.45"/>` +
      `<text x="${((x(failure.from) + x(failure.to)) / 2).toFixed(1)}" y="20" text-anchor="middle" font-weight="600">${failure.name}</text>`,
  );
  const drawn = panels.map(({ title, series }, index) => {
    const top = PLOT.top + index * (PLOT.height + PLOT.gap);
    const inTime = series.map(({ labels, points }) => ({
      labels,
      points: points.filter(([at, value]) => at >= from && at <= to && Number.isFinite(value)),
    }));
    const maximum = Math.max(
      ...inTime.flatMap(({ points }) => points.map(([, value]) => value)),
      0,
    );
    const y = (value: number): number => top + PLOT.height * (1 - value / (maximum || 1));
    const lines = inTime.map(({ points }, line) => {
      const path = points
        .map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
        .join(' ');
      return `<polyline points="${path}" fill="none" stroke="${COLORS[line % COLORS.length]}" stroke-width="1.5"/>`;
    });
    const legend = inTime.map(({ labels }, line) => {
      const { instance: _instance, __name__: _name, job: _job, ...own } = labels;
      const name = Object.values(own).join(' ') || 'value';
      return `<tspan fill="${COLORS[line % COLORS.length]}" dx="${line === 0 ? 0 : 6}">${name}</tspan>`;
    });
    return (
      `<line x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${top + PLOT.height}" y2="${top + PLOT.height}" stroke="#94a3b8"/>` +
      `<text x="12" y="${top + 14}" font-weight="600">${title}</text>` +
      `<text x="${PLOT.left - 8}" y="${top + PLOT.height}" text-anchor="end" fill="#64748b">max ${format(maximum)}</text>` +
      `<text x="${PLOT.left}" y="${top - 4}" font-size="10">${legend.join('')}</text>${lines.join('')}`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#0f172a">` +
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${shades.join('')}${drawn.join('')}</svg>\n`
  );
}

function format(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)} M`;
  return value >= 10 ? value.toFixed(0) : value.toFixed(2);
}
