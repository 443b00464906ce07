/** Once per run of the suites: says from which seed random cases are drawn. */
import { givenSeed, randomFactor } from './randomRuns';

export default function setUp(): void {
  const seed = givenSeed();
  const factor = randomFactor();
  process.stdout.write(
    `Random cases: ${seed === null ? 'the same as each time' : `FAULTLINE_SEED=${seed}`}${factor === 1 ? '' : `, FAULTLINE_RUNS=${factor} times as many`}\n`,
  );
}
