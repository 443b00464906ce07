/** Runs once per run of the suites: prints the seed of the random cases. */
import { givenSeed, randomFactor } from './randomRuns';

export default function setUp(): void {
  const seed = givenSeed();
  const factor = randomFactor();
  process.stdout.write(
    `Random cases: ${seed === null ? 'the same as each time' : `FAULTLINE_SEED=${seed}`}${factor === 1 ? '' : `, FAULTLINE_RUNS=${factor} times as many`}\n`,
  );
}
