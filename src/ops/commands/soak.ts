/** `npm run soak -- --minutes N`: whether the heap stays flat under mixed load. Exits with 1 if it grows. */
import { parseArgs } from 'node:util';
import { soak } from '@/lab/soak/soak';

const MOST_MINUTES = 24 * 60;
const SAMPLE_EVERY_MS = 10_000;
const MOST_SAMPLES = 120;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { minutes: { type: 'string', default: '10' }, 'per-second': { type: 'string', default: '50' } },
});
const [minutes, perSecond] = [Number(values.minutes), Number(values['per-second'])];
if (!(minutes >= 2 && minutes <= MOST_MINUTES) || !(perSecond >= 1 && perSecond <= 10_000)) {
  console.error(`Usage: npm run soak -- --minutes N [--per-second N]     (2 to ${MOST_MINUTES} minutes, 50 requests a second)`);
  process.exitCode = 1;
} else {
  const durationMs = minutes * 60_000;
  const samples = Math.min(MOST_SAMPLES, Math.floor(durationMs / SAMPLE_EVERY_MS));
  const { verdict } = await soak({ durationMs, components: 1_000, perSecond, feeds: 10, samples }, null);
  process.exitCode = verdict === 'grows' ? 1 : 0;
}
