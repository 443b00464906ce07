/** The headline figures of a page, visible without scrolling: one tile each, with what it counts above and a note below. */
import Link from 'next/link';
import classes from './FigureTiles.module.css';

export interface Figure {
  label: string;
  value: string;
  /** Empty if there is none. */
  note: string;
  /** The page where the note can be followed. */
  href?: string | undefined;
}

export function FigureTiles({ title, figures }: { title?: string; figures: readonly Figure[] }) {
  return (
    <section className={classes.headline} aria-label="In figures">
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      <dl className={classes.figures}>
        {figures.map(({ label, value, note, href }) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd className={classes.value}>{value}</dd>
            {note !== '' && (
              <dd className={classes.note} title={note}>
                {href === undefined ? note : <Link href={href}>{note}</Link>}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
