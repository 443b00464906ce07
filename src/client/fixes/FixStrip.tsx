/** The small picture of a change, one line for today and one with it: what fails, what that does to what the change protects, and what it costs. */
import { ChainLine } from '@/client/chain/ChainLine';
import { predicateOf } from '@/client/labels/labels';
import { StateShape } from '@/client/symbols/StateMark';
import { costOf, linkOf, reachedWords, stateOfAll, type BestFix, type Effect } from './bestFixWords';
import classes from './FixStrip.module.css';

export function FixStrip({ fix, currency }: { fix: BestFix; currency: string | null }) {
  return (
    <div className={classes.strip}>
      <Line title="Today" fix={fix} effect={fix.before} currency={currency} />
      <Line title="With it" fix={fix} effect={fix.after} currency={currency} />
    </div>
  );
}

interface LineProps {
  title: string;
  fix: BestFix;
  effect: Effect;
  currency: string | null;
}

function Line({ title, fix, effect, currency }: LineProps) {
  const { cause, protects } = fix;
  const { mode, passes } = linkOf(fix, effect === fix.before);
  const reached = reachedWords(effect).replace(/\.$/, '');
  const all = stateOfAll(effect);
  const amount = costOf(fix, effect, currency);
  const cost = amount === null ? null : `${amount} an hour`;
  const spoken = [`${cause.name} is down`, `${protects.name} ${predicateOf(effect.state)}`, reached, ...(cost === null ? [] : [cost])];
  return (
    <div role="img" aria-label={`${title}: ${spoken.join('; ')}.`} className={classes.line}>
      <span className={classes.title}>{title}</span>
      <span className={classes.thing}>
        <StateShape state="Outage" size={11} /> {cause.name}
      </span>
      <ChainLine mode={mode} passes={passes} className={classes.step} />
      <span className={classes.thing}>
        <StateShape state={effect.state} size={11} /> {protects.name}
      </span>
      <ChainLine mode={null} passes={all !== 'Healthy'} className={classes.step} />
      <span className={classes.thing}>
        <StateShape state={all} size={11} /> {reached}
      </span>
      {cost !== null && <span className={classes.cost}>{cost}</span>}
    </div>
  );
}
