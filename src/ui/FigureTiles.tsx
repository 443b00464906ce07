/** The headline figures of a page, visible without scrolling: one tile each, with what it counts above and a note below. */
import classes from './FigureTiles.module.css';

export interface Figure {
  label: string;
  value: string;
  /** Empty if there is none. */
  note: string;
}

export function FigureTiles({ title, figures }: { title?: string; figures: readonly Figure[] }) {
  return (
    <section className={classes.headline} aria-label="In figures">
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      <dl className={classes.figures}>
        {figures.map(({ label, value, note }) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd className={classes.value}>{value}</dd>
            {note !== '' && (
              <dd className={classes.note} title={note}>
                {note}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
