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

interface Props {
  title?: string;
  figures: readonly Figure[];
  /** A bar from edge to edge, as on pages whose picture fills the window. */
  isBar?: boolean;
}

export function FigureTiles({ title, figures, isBar = false }: Props) {
  return (
    <section className={classes.headline} data-bar={isBar || undefined} aria-label="In figures">
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
