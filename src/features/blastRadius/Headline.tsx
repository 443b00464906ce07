/** The figures of a blast radius, visible without scrolling. */
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { figuresOf } from './headline';
import classes from './Headline.module.css';

export function Headline({ answer, columns }: { answer: BlastRadiusAnswer; columns: ImpactColumns | undefined }) {
  const { entity, direction } = answer;
  return (
    <section className={classes.headline} aria-label="In figures">
      <h2 className={classes.title}>{direction === 'downstream' ? `If ${entity.name} fails` : `What could make ${entity.name} fail`}</h2>
      <dl className={classes.figures}>
        {figuresOf(answer, columns).map(({ label, value, note }) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd className={classes.value}>{value}</dd>
            {note !== '' && <dd className={classes.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
