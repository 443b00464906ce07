/** Says that a value is not the component's own. */
import classes from './help.module.css';

export function FromApplication() {
  return <span className={classes.source}>From its application</span>;
}
